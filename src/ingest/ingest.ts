import { join } from 'node:path';
import type { Dataset, Field } from '../domain/dataset.ts';
import type { Product } from '../domain/product.ts';
import { type FaultSummary, openFaultLog } from './fault-log.ts';
import type { FeedItem } from './feed.ts';
import { guard } from './guard.ts';
import type { ImportJob, ImportNeeds, Run } from './import-job.ts';
import { liveProducts } from './live-products.ts';
import { createInspection } from './mapping/inspect.ts';
import { mapFields } from './mapping/map-fields.ts';
import { createMapping, type Mapping } from './mapping/mapping.ts';
import { fieldsAskedFor } from './plans.ts';
import { type PictureCounts, publish } from './publish.ts';
import { openFeed } from './sources/open-feed.ts';
import { type Diff, refuseCut, type Survey, survey } from './survey.ts';
import { createToProduct, type ToProduct } from './to-product.ts';

export type ImportReport = {
  readonly dataset: string;
  readonly version: string;
  readonly rows: number;
  readonly products: number;
  readonly diff: Diff;
  readonly pictures: PictureCounts;
  readonly faults: FaultSummary;
  readonly fields: readonly Field[];
};

async function* watched(run: Run, step: string, total: number | null): AsyncGenerator<FeedItem> {
  let done = 0;
  for await (const item of run.feed.read()) {
    run.signal.throwIfAborted();
    yield item;
    done += 1;
    if (done % 1000 === 0) run.progress(step, done, total);
  }
  run.progress(step, done, total ?? done);
}

/** First reading: what is in the feed. */
const inspect = async (run: Run): Promise<{ mapping: Mapping; rows: number }> => {
  const inspection = createInspection();
  for await (const item of watched(run, 'Reading the feed', null)) {
    if (item.kind === 'row') inspection.see(item.row);
    if (item.kind === 'cut') refuseCut(item);
  }
  const { dataset, boxes } = run.job;
  const inspected = { rows: inspection.rows(), columns: inspection.columns() };
  const fields = mapFields(inspected, dataset.fields, fieldsAskedFor(boxes, dataset.id));
  return {
    mapping: createMapping(fields, inspected.columns),
    rows: inspected.rows,
  };
};

/** Last reading: the products that go live, each once, in the order of the feed. */
async function* productsOf(
  run: Run,
  toProduct: ToProduct,
  { rows, places }: Survey,
): AsyncGenerator<Product> {
  let row = 0;
  for await (const item of watched(run, 'Products and pictures', rows)) {
    if (item.kind === 'row' || item.kind === 'fault') row += 1;
    if (item.kind !== 'row') continue;
    const product = toProduct(item.row);
    if (!('reason' in product) && places.get(product.identifier)?.row === row) yield product;
  }
}

/**
 * Brings a feed live, whole or not at all. The feed is read three times: to see what is in it, to see what
 * would change, and to publish it; so nothing is embedded for a feed that has to wait, and memory holds
 * identifiers and fingerprints instead of products. Stopping it (`signal`) keeps every vector computed so far.
 */
export const importFeed =
  (needs: ImportNeeds) =>
  async (job: ImportJob): Promise<ImportReport> => {
    const { website, dataset, approve = false, progress = () => undefined } = job;
    const signal = job.signal ?? new AbortController().signal;
    const stamp = needs.now().toISOString().replaceAll(':', '-');
    const folder = join(needs.folder, 'imports', dataset.tracker);
    const faults = openFaultLog(join(folder, `${stamp}-faults.ndjson`));
    let summary: FaultSummary | null = null;
    try {
      const feed = await openFeed(needs.fetch, {
        source: dataset.source,
        override: job.source,
        folder,
        signal,
      });
      const run: Run = { needs, job, signal, progress, faults, feed };
      const { mapping, rows } = await inspect(run);
      const toProduct = createToProduct(mapping, { url: website.url, picturesUrl: picturesUrlOf(dataset) });
      // Approval replaces even a live version that nobody can read any more.
      const reader = approve
        ? needs.engine.products(dataset.tracker)
        : await liveProducts(needs.engine, dataset.tracker);
      const surveyed = await survey(watched(run, 'Checking', rows), toProduct, reader, faults);
      guard(surveyed, approve, surveyed.badRows > 0 ? faults.file : null);
      const { version, pictures } = await publish(
        run,
        mapping,
        productsOf(run, toProduct, surveyed),
        (identifier) => surveyed.places.get(identifier)?.line ?? null,
      );
      summary = await faults.close();
      const { diff, places } = surveyed;
      return {
        dataset: dataset.name,
        version,
        rows: surveyed.rows,
        products: places.size,
        diff,
        pictures,
        faults: summary,
        fields: mapping.fields,
      };
    } finally {
      if (summary === null) await faults.close();
    }
  };

/** Pictures named inside a folder of the dataset are shown by the service itself. */
function picturesUrlOf({ source, tracker }: Dataset): string | null {
  return (source?.images ?? null) === null ? null : `/pictures/${tracker}/`;
}
