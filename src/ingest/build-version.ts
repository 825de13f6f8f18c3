import { join } from 'node:path';
import type { Field } from '../domain/dataset.ts';
import type { Product } from '../domain/product.ts';
import type { Embedder } from '../embedder/embedder.ts';
import type { ProductDraft } from '../engine/engine.ts';
import { embedProducts, type EmbeddedProduct, skipPictures } from './embed-products.ts';
import type { FeedBuild } from './build-context.ts';
import { reachCrashPoint } from './crash-points.ts';
import { describePictureFault } from './faults.ts';
import { selectComparableFields } from './mapping/map-fields.ts';
import type { Mapping } from './mapping/mapping.ts';
import {
  openPictureIndex,
  openPictureStore,
  type PictureStore,
  openVectorCache,
} from './pictures/picture-caches.ts';
import type { EmbedCopies } from '../learning/looks/decide/guard-copies.ts';
import { createFindPicture, type FindPicture } from './pictures/find-picture.ts';
import { chooseView } from './choose-view.ts';
import { learnFromPictures } from './learnt-pictures.ts';
import { planNeighbours, wantsTitles } from './neighbour-plans.ts';
import { type LooksFiles, openLooksFiles } from '../learning/looks/looks-files.ts';
import { readMinimumScore, summarizeDecision } from '../learning/looks/report/render-looks.ts';
import { type ComparedVersion, measureStability } from '../learning/looks/report/stability.ts';

export type PictureCounts = {
  readonly ok: number;
  readonly missing: number;
  readonly reasons: Readonly<Record<string, number>>;
};

export const noPictures: PictureCounts = { ok: 0, missing: 0, reasons: {} };

type PicturedProducts = {
  /** Identity of the vectors: the model, and the map that was learnt. */
  readonly model: string;
  readonly products: AsyncIterable<EmbeddedProduct>;
  /** False when the same reason applies to all products, so that one line for each would be noise. */
  readonly isPerProduct: boolean;
  /** What was decided for boxes that do not say otherwise. */
  readonly looks: Pick<ProductDraft, 'titleWeight' | 'minimumScore' | 'comparison'>;
  /** Keeps with the version what was learnt. */
  readonly keepDecision: (version: string) => Promise<void>;
};

/** The products of the feed, read from the start. `step` is shown while they are read. */
export type ReadProducts = (step: string) => AsyncIterable<Product>;

const steps = {
  view: 'Choosing pictures to decide on',
  pictures: 'Products and pictures',
  products: 'Writing products',
} as const;

const leaveOutPictures = (read: ReadProducts, reason: string): PicturedProducts => ({
  model: 'none',
  products: skipPictures(read(steps.pictures), reason),
  isPerProduct: false,
  looks: {},
  keepDecision: async () => undefined,
});

/** Embeds all pictures and learns from them, before the first product is handed on. */
const embedPictures = async (
  { needs, ref, feed, context: { signal, tally, progress } }: FeedBuild,
  fields: readonly Field[],
  read: ReadProducts,
): Promise<PicturedProducts> => {
  const { fetch, now, recheckAfterMs, boxes } = needs;
  const { dataset, website } = ref;
  const model = await needs.embedder(dataset.model, progress);
  const folder = join(needs.folder, 'pictures');
  const store = openPictureStore(folder);
  const files = openLooksFiles(folder, dataset.tracker);
  const index = openPictureIndex(needs.indexFolder ?? folder);
  try {
    const findPicture = createFindPicture({
      ...{ folder: feed.images, fetch, index, store, signal, now },
      ...(recheckAfterMs !== undefined && { recheckAfterMs }),
    });
    const copiesBy = (embedder: Embedder) => createCopyEmbedder({ embedder, store, findPicture }).embedCopies;
    const asked = { fields, files, learnFrom: dataset.learnFrom ?? [] };
    const { embedder, view } = await chooseView(
      {
        ...{ embedder: model, named: dataset.view, teacher: asked },
        ...{ copiesBy, folder, findPicture, signal, progress },
      },
      () => read(steps.view),
    );
    const vectors = openVectorCache(folder, embedder.model);
    const teacher = {
      ...asked,
      embedder: embedder.model,
      ...(view && { view }),
      ...createCopyEmbedder({ embedder, store, findPicture }),
      wantsTitles: wantsTitles(boxes(website.id), dataset.id),
    };
    const embedded = embedProducts({ embedder, findPicture, vectors, tally, signal }, read(steps.pictures));
    const learnt = await learnFromPictures({ vectors, teacher, signal }, embedded, () =>
      read(steps.products),
    );
    const { name, map, titleWeight, decision, sample } = learnt.looks;
    const minimumScore = readMinimumScore(decision.report);
    return {
      model: name,
      products: learnt.products,
      isPerProduct: true,
      looks: {
        ...(titleWeight !== null && { titleWeight }),
        ...(minimumScore !== null && { minimumScore }),
        comparison: summarizeDecision(decision.report),
      },
      keepDecision: async (version) => {
        const before = await readBefore(folder, files);
        const after = { items: sample, map, readVectors: learnt.readVectors };
        await files.writeDecision(version, decision);
        await files.writeSample(sample);
        const stability = before && measureStability(before, after);
        if (stability !== null) await files.writeStability(version, stability);
        const versions = await needs.engine.versions(dataset.tracker);
        await files.keepVersions([version, ...versions.map((each) => each.version)]);
      },
    };
  } finally {
    index.close();
  }
};

type CopyNeeds = {
  readonly embedder: Embedder;
  readonly store: PictureStore;
  readonly findPicture: FindPicture;
};

/** Empty for an embedder that makes no copies. A copy that cannot be embedded is left out. */
export const createCopyEmbedder = ({
  embedder,
  store,
  findPicture,
}: CopyNeeds): { readonly embedCopies?: EmbedCopies } => {
  if (embedder.embedCopies === undefined) return {};
  return {
    embedCopies: async ({ product, hash }) => {
      const found = await findPicture(product.images, true);
      // It cannot be read any more, or is another one now.
      if (found.kind === 'none' || found.hash !== hash) return [];
      const bytes = found.kind === 'bytes' ? found.bytes : await store.get(found.hash);
      const results = bytes === null ? [] : ((await embedder.embedCopies?.(bytes)) ?? []);
      return results.flatMap((result) => (result.ok ? [result.embedding] : []));
    },
  };
};

/** The version that was built before this one; null when it cannot be compared with. */
const readBefore = async (folder: string, files: LooksFiles): Promise<ComparedVersion | null> => {
  const [decision, items] = [await files.readLatest(), await files.readSample()];
  if (decision === null || items === null) return null;
  const map = decision.map === null ? null : await files.readMap(decision.map);
  if (decision.map !== null && map === null) return null;
  const vectors = openVectorCache(folder, decision.embedder);
  return { items, map, readVectors: (hash) => vectors.get(hash) };
};

const addPictures = (run: FeedBuild, { fields }: Mapping, read: ReadProducts): Promise<PicturedProducts> => {
  const reason = run.order.pictures ? 'the feed names none' : 'pictures were left out of this import';
  return run.order.pictures && fields.some(({ name }) => name === 'imageUrl')
    ? embedPictures(run, selectComparableFields(fields), read)
    : Promise.resolve(leaveOutPictures(read, reason));
};

/** Builds a complete version next to the live one. If anything fails, the unfinished version is removed. */
export const buildVersion = async (
  run: FeedBuild,
  mapping: Mapping,
  read: ReadProducts,
  /** The line of the n-th product in the feed, from 0. */
  lineOf: (place: number) => number | null,
): Promise<{ version: string; pictures: PictureCounts }> => {
  const { engine } = run.needs;
  const { dataset, website } = run.ref;
  const { model, products, isPerProduct, looks, keepDecision } = await addPictures(run, mapping, read);
  const fields = selectComparableFields(mapping.fields);
  const plans = planNeighbours(run.needs.boxes(website.id), dataset.id, looks.titleWeight ?? null);
  const draft = { fields, language: website.language, model, plans, ...looks };
  const asOf = await run.feed.writtenAt(run.needs.now().getTime());
  const builder = await engine.buildProducts(dataset.tracker, draft, { asOf });
  reachCrashPoint('version-begun');
  const reasons: Record<string, number> = {};
  const counts = { ok: 0, missing: 0, reasons };
  const reportMissingPicture = async ({ identifier }: Product, reason: string): Promise<void> => {
    const text = describePictureFault(reason);
    const line = lineOf(counts.ok + counts.missing - 1);
    await run.faults.add({ kind: 'picture', line, identifier, reason: text });
  };
  try {
    for await (const { draft: embedded, reason } of products) {
      await builder.add(embedded);
      counts[reason === null ? 'ok' : 'missing'] += 1;
      if (reason !== null) reasons[reason] = (reasons[reason] ?? 0) + 1;
      if (reason !== null && isPerProduct) await reportMissingPicture(embedded.product, reason);
      reachCrashPoint('product-added');
    }
  } catch (error) {
    await builder.abandon();
    throw error;
  }
  reachCrashPoint('products-added');
  const { version } = await builder.finish(run.context.progress);
  await keepDecision(version);
  reachCrashPoint('version-built');
  if (run.context.signal.aborted) await engine.discard(dataset.tracker, version);
  run.context.signal.throwIfAborted();
  return { version, pictures: counts };
};
