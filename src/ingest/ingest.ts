import { join } from 'node:path';
import type { Box } from '../domain/box.ts';
import type { Dataset, Field } from '../domain/dataset.ts';
import type { Product } from '../domain/product.ts';
import type { Website } from '../domain/website.ts';
import type { Embedder } from '../embedder/embedder.ts';
import type { EngineReader, EngineWriter, Progress } from '../engine/engine.ts';
import { embedProducts, type Pictured, withoutPictures } from './embed-products.ts';
import { type FaultLog, type FaultSummary, openFaultLog } from './fault-log.ts';
import type { FeedItem } from './feed.ts';
import { guard } from './guard.ts';
import { createInspection } from './mapping/inspect.ts';
import { mapFields } from './mapping/map-fields.ts';
import { createMapping, type Mapping } from './mapping/mapping.ts';
import { createFindPicture } from './pictures/find-picture.ts';
import { openAddressBook, openVectorCache } from './pictures/vector-cache.ts';
import { fieldsAskedFor, plansFor } from './plans.ts';
import type { Fetch } from './sources/fetch-feed.ts';
import { type OpenedFeed, openFeed, type SourceOverride } from './sources/open-feed.ts';
import { type Diff, refuseCut, type Survey, survey } from './survey.ts';
import { createToProduct, type ToProduct } from './to-product.ts';

export type ImportNeeds = {
  readonly engine: EngineReader & EngineWriter;
  /** Asked for only when there are pictures to embed. */
  readonly embedder: (model: string | null) => Promise<Embedder>;
  /** The data folder: `pictures/` keeps vectors, `imports/` downloaded feeds and lists of faults. */
  readonly folder: string;
  readonly fetch: Fetch;
  readonly now: () => Date;
};

export type ImportJob = {
  readonly website: Website;
  readonly dataset: Dataset;
  /** Of the website; those of other datasets are ignored. */
  readonly boxes: readonly Box[];
  /** Another feed than the dataset's own source. */
  readonly source?: SourceOverride;
  readonly approve?: boolean;
  readonly images?: boolean;
  readonly signal?: AbortSignal;
  readonly progress?: Progress;
};

export type ImportReport = {
  readonly dataset: string;
  readonly version: string;
  readonly rows: number;
  readonly products: number;
  readonly diff: Diff;
  readonly pictures: {
    readonly ok: number;
    readonly missing: number;
    readonly reasons: Readonly<Record<string, number>>;
  };
  readonly faults: FaultSummary;
  readonly fields: readonly Field[];
};

/** One import, with everything it was given made definite. */
type Run = {
  readonly needs: ImportNeeds;
  readonly job: ImportJob;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly faults: FaultLog;
  readonly feed: OpenedFeed;
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
async function* productsOf(run: Run, toProduct: ToProduct, { rows, lines }: Survey): AsyncGenerator<Product> {
  for await (const item of watched(run, 'Products and pictures', rows)) {
    if (item.kind !== 'row') continue;
    const product = toProduct(item.row);
    if (!('reason' in product) && lines.get(product.identifier) === item.line) yield product;
  }
}

const withPictures = async (run: Run, mapping: Mapping) => {
  const { needs, job } = run;
  const hasImages = mapping.fields.some((field) => field.name === 'imageUrl');
  if (job.images === false || !hasImages) {
    const reason = job.images === false ? 'pictures were left out of this import' : 'the feed names none';
    return {
      model: 'none',
      add: (products: AsyncIterable<Product>) => withoutPictures(products, reason),
    };
  }
  const embedder = await needs.embedder(job.dataset.model);
  const folder = join(needs.folder, 'pictures');
  const find = createFindPicture({
    folder: run.feed.images,
    fetch: needs.fetch,
    addresses: openAddressBook(folder),
    signal: run.signal,
  });
  const vectors = openVectorCache(folder, embedder.model);
  return {
    model: embedder.model,
    add: (products: AsyncIterable<Product>): AsyncIterable<Pictured> =>
      embedProducts({ embedder, find, vectors }, products),
  };
};

/** Builds the version beside the live one and swaps it in last; whatever fails leaves nothing behind. */
const publish = async (run: Run, mapping: Mapping, toProduct: ToProduct, surveyed: Survey) => {
  const { engine } = run.needs;
  const { dataset, boxes, website } = run.job;
  const { model, add } = await withPictures(run, mapping);
  const plans = plansFor(boxes, dataset.id);
  const builder = await engine.buildProducts(dataset.tracker, {
    fields: mapping.fields,
    language: website.language,
    model,
    plans,
  });
  const reasons: Record<string, number> = {};
  let ok = 0;
  let missing = 0;
  try {
    for await (const { draft, reason } of add(productsOf(run, toProduct, surveyed))) {
      await builder.add(draft);
      if (reason === null) {
        ok += 1;
        continue;
      }
      missing += 1;
      reasons[reason] = (reasons[reason] ?? 0) + 1;
      const { identifier } = draft.product;
      const line = surveyed.lines.get(identifier) ?? null;
      await run.faults.add({
        kind: 'picture',
        line,
        identifier,
        reason: `Published without a picture: ${reason}.`,
      });
    }
    const { version } = await builder.finish(run.progress);
    run.signal.throwIfAborted();
    await engine.makeLive(dataset.tracker, version);
    return { version, pictures: { ok, missing, reasons } };
  } catch (error) {
    await builder.abandon();
    throw error;
  }
};

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
      const toProduct = createToProduct(mapping, website);
      const reader = needs.engine.products(dataset.tracker);
      const surveyed = await survey(watched(run, 'Checking', rows), toProduct, reader, faults);
      guard(surveyed, approve, surveyed.badRows > 0 ? faults.file : null);
      const { version, pictures } = await publish(run, mapping, toProduct, surveyed);
      summary = await faults.close();
      const { diff, lines } = surveyed;
      return {
        dataset: dataset.name,
        version,
        rows: surveyed.rows,
        products: lines.size,
        diff,
        pictures,
        faults: summary,
        fields: mapping.fields,
      };
    } finally {
      if (summary === null) await faults.close();
    }
  };
