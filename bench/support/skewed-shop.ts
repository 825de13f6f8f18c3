import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { planNeighbours } from '../../src/ingest/neighbour-plans.ts';
import { declareShop } from './declare-shop.ts';
import { createSkewedCatalogue } from './skewed-catalogue.ts';

/* A data folder with one shop of a skewed catalogue. Its box has no gate: every product is compared with every other. */

/** What a load needs to call the shop, and what publishing it took. */
export type SkewedShop = {
  readonly key: string;
  readonly searchBox: string;
  readonly dataset: string;
  readonly publish: {
    readonly seconds: number;
    readonly cpuSeconds: number;
    readonly megabytes: number;
    /** The most memory that the publishing process had. */
    readonly peakMegabytes: number;
  };
  readonly neighbours: { readonly seconds: number; readonly cpuSeconds: number };
};

export const publishSkewedShop = async (
  dataDir: string,
  size: number,
  dimensions: number,
): Promise<SkewedShop> => {
  const kindred = await compose({ ...readConfig({}), dataDir, demo: false }, { serves: false });
  try {
    const { products: dataset, search: box, key } = await declareShop(kindred.store, { sameAsSource: [] });
    const catalogue = createSkewedCatalogue(size, dimensions);
    const total = createStopwatch();
    const builder = await kindred.engine.buildProducts(dataset.tracker, {
      fields: catalogue.fields,
      language: 'en',
      model: 'generated',
      plans: planNeighbours([box], dataset.id),
    });
    for (let number = 0; number < size; number += 1) await builder.add(catalogue.draft(number));
    let comparing = total;
    let neighbours = { seconds: 0, cpuSeconds: 0 };
    const { version, bytes } = await builder.finish((step) => {
      if (step === 'writing') comparing = createStopwatch();
      if (step === 'comparing pictures') neighbours = comparing();
    });
    const publish = total();
    await kindred.engine.makeLive(dataset.tracker, version);
    const peakMegabytes = process.resourceUsage().maxRSS / 1000;
    return {
      key,
      searchBox: box.tracker,
      dataset: dataset.tracker,
      publish: { ...publish, megabytes: bytes / 1e6, peakMegabytes },
      neighbours,
    };
  } finally {
    await kindred.close();
  }
};

/** Seconds, and seconds of processor time of all threads, since it was made. */
const createStopwatch = () => {
  const [startedAt, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(used);
    return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds: (user + system) / 1e6 };
  };
};
