import { join } from 'node:path';
import type { Field } from '../domain/dataset.ts';
import type { Product } from '../domain/product.ts';
import { embedProducts, type EmbeddedProduct, skipPictures } from './embed-products.ts';
import type { FeedBuild } from './build-context.ts';
import { reachCrashPoint } from './crash-points.ts';
import { selectComparableFields } from './mapping/map-fields.ts';
import type { Mapping } from './mapping/mapping.ts';
import { createCopyEmbedder } from './pictures/embed-copies.ts';
import { openPictureIndex, type PictureIndex } from './pictures/picture-index.ts';
import { createFindPicture, type FindPicture } from './pictures/find-picture.ts';
import { describePictureFault } from './pictures/picture-faults.ts';
import { openPictureStore } from './pictures/picture-store.ts';
import { openVectorCache } from './pictures/vector-cache.ts';
import { learnFromPictures } from './learnt-pictures.ts';
import { planNeighbours, wantsTitles } from './neighbour-plans.ts';
import { type LooksFiles, openLooksFiles } from '../learning/looks/looks-files.ts';
import { summarizeDecision } from '../learning/looks/report/render-looks.ts';
import {
  type ComparedVersion,
  measureStability,
  writeStability,
} from '../learning/looks/report/stability.ts';

export type PictureCounts = {
  readonly ok: number;
  readonly missing: number;
  /** How many products are without a picture for each reason. */
  readonly reasons: Readonly<Record<string, number>>;
};

/** Products with the vectors of their pictures. */
type PicturedProducts = {
  /** Identity of the vectors: the model, and the map that was learnt. */
  readonly model: string;
  readonly products: AsyncIterable<EmbeddedProduct>;
  /** Weight of the title unless a box says otherwise; null: titles are not compared. */
  readonly titleWeight: number | null;
  /** How pictures are compared, and why, in one sentence. */
  readonly comparison: string | null;
  /** Keeps with the version what was learnt. */
  readonly keepDecision: (version: string) => Promise<void>;
};

/** The products of the feed, read from the start. `step` is shown while they are read. */
export type ReadProducts = (step: string) => AsyncIterable<Product>;

/** How the products of one import get their vectors: by embedding their pictures, or not at all. */
type PictureStep = {
  /** False when the same reason applies to all products, so that one line for each would be noise. */
  readonly isPerProduct: boolean;
  readonly add: (read: ReadProducts) => Promise<PicturedProducts>;
};

const steps = { pictures: 'Products and pictures', products: 'Writing products' } as const;

const createSkippingStep = (reason: string): PictureStep => ({
  isPerProduct: false,
  add: async (read) => ({
    model: 'none',
    products: skipPictures(read(steps.pictures), reason),
    titleWeight: null,
    comparison: null,
    keepDecision: async () => undefined,
  }),
});

export const noPictures: PictureCounts = { ok: 0, missing: 0, reasons: {} };

const createEmbeddingStep = async (
  { needs, ref, feed, context: { signal, tally, progress } }: FeedBuild,
  fields: readonly Field[],
): Promise<PictureStep> => {
  const embedder = await needs.embedder(ref.dataset.model, progress);
  const folder = join(needs.folder, 'pictures');
  const { indexFolder = folder } = needs;
  const store = openPictureStore(folder);
  const vectors = openVectorCache(folder, embedder.model);
  const files = openLooksFiles(folder, ref.dataset.tracker);
  const { fetch, now, recheckAfterMs } = needs;
  const openFinder = (index: PictureIndex): FindPicture => {
    const caches = { index, store, ...(recheckAfterMs !== undefined && { recheckAfterMs }) };
    return createFindPicture({ folder: feed.images, fetch, ...caches, signal, now });
  };
  async function* embed(products: AsyncIterable<Product>): AsyncGenerator<EmbeddedProduct> {
    const index = openPictureIndex(indexFolder);
    try {
      yield* embedProducts({ embedder, findPicture: openFinder(index), vectors, tally, signal }, products);
    } finally {
      index.close();
    }
  }
  return {
    isPerProduct: true,
    add: async (read) => {
      const teacher = {
        embedder: embedder.model,
        fields,
        files,
        learnFrom: ref.dataset.learnFrom ?? [],
        ...createCopyEmbedder({ embedder, indexFolder, store, openFinder }),
        wantsTitles: wantsTitles(needs.boxes(ref.website.id), ref.dataset.id),
      };
      const learnt = await learnFromPictures({ vectors, teacher, signal }, embed(read(steps.pictures)), () =>
        read(steps.products),
      );
      const { name, map, titleWeight, decision, sample } = learnt.looks;
      return {
        model: name,
        products: learnt.products,
        titleWeight,
        comparison: summarizeDecision(decision.report),
        keepDecision: async (version) => {
          const before = await readBefore(folder, files);
          const after = { items: sample, map, readVectors: learnt.readVectors };
          await files.writeDecision(version, decision);
          await files.writeSample(sample);
          const stability = before && measureStability(before, after);
          if (stability !== null) await writeStability(folder, ref.dataset.tracker, version, stability);
          const versions = await needs.engine.versions(ref.dataset.tracker);
          await files.keepVersions([version, ...versions.map((each) => each.version)]);
        },
      };
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

const choosePictureStep = async (run: FeedBuild, mapping: Mapping): Promise<PictureStep> => {
  if (!run.order.pictures) return createSkippingStep('pictures were left out of this import');
  const hasImages = mapping.fields.some((field) => field.name === 'imageUrl');
  return hasImages
    ? createEmbeddingStep(run, selectComparableFields(mapping.fields))
    : createSkippingStep('the feed names none');
};

type PictureCounter = { readonly counts: () => PictureCounts; count(reason: string | null): void };

const createPictureCounter = (): PictureCounter => {
  const reasons: Record<string, number> = {};
  let ok = 0;
  let missing = 0;
  return {
    counts: () => ({ ok, missing, reasons }),
    count(reason) {
      if (reason === null) ok += 1;
      else {
        missing += 1;
        reasons[reason] = (reasons[reason] ?? 0) + 1;
      }
    },
  };
};

const describeLooks = ({
  titleWeight,
  comparison,
}: Pick<PicturedProducts, 'titleWeight' | 'comparison'>) => ({
  ...(titleWeight !== null && { titleWeight }),
  ...(comparison !== null && { comparison }),
});

/** Builds a complete version next to the live one. If anything fails, the unfinished version is removed. */
export const buildVersion = async (
  run: FeedBuild,
  mapping: Mapping,
  read: ReadProducts,
  lineOf: (identifier: string) => number | null,
): Promise<{ version: string; pictures: PictureCounts }> => {
  const { engine } = run.needs;
  const { dataset, website } = run.ref;
  const { isPerProduct, add } = await choosePictureStep(run, mapping);
  const { model, products: pictured, keepDecision, ...looks } = await add(read);
  const fields = selectComparableFields(mapping.fields);
  const plans = planNeighbours(run.needs.boxes(website.id), dataset.id, looks.titleWeight);
  const draft = { fields, language: website.language, model, plans, ...describeLooks(looks) };
  const asOf = await run.feed.writtenAt(run.needs.now().getTime());
  const builder = await engine.buildProducts(dataset.tracker, draft, { asOf });
  reachCrashPoint('version-begun');
  const counter = createPictureCounter();
  const reportMissingPicture = async ({ identifier }: Product, reason: string): Promise<void> => {
    const text = describePictureFault(reason);
    await run.faults.add({ kind: 'picture', line: lineOf(identifier), identifier, reason: text });
  };
  try {
    for await (const { draft: embedded, reason } of pictured) {
      await builder.add(embedded);
      counter.count(reason);
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
  return { version, pictures: counter.counts() };
};
