import { join } from 'node:path';
import type { Dataset } from '../domain/dataset.ts';
import type { DatasetRef, ImportOrder } from '../domain/import-order.ts';
import type { Product } from '../domain/product.ts';
import { createTextNumbers } from '../domain/text-numbers.ts';
import { buildVersion, type PictureCounts, noPictures } from './build-version.ts';
import { reachCrashPoint } from './crash-points.ts';
import { createComparison, type Diff, readLiveProducts, type Comparison } from './diff.ts';
import { type FaultSummary, openFaultLog, type FaultLog } from './faults.ts';
import type { FeedItem } from './formats/feed.ts';
import type { BuildNeeds, FeedBuild, ImportContext } from './build-context.ts';
import { createInspection } from './mapping/inspect-columns.ts';
import { mapFields } from './mapping/map-fields.ts';
import { findImagePlace, type ImagePlace } from './pictures/image-place.ts';
import { createMapping, type Mapping } from './mapping/mapping.ts';
import { listRequestedFields } from './neighbour-plans.ts';
import { openFeed } from './sources/open-feed.ts';
import { createToProduct, type ToProduct } from './to-product.ts';
import { writeFileAtomically } from '../files/replace-file.ts';
import { Fault } from '../errors.ts';

/** A version that was built and is not live yet, and what its feed contained. */
export type FeedReport = {
  /** null after a dry run. */
  readonly version: string | null;
  /** Products of the live version, 0 when nothing is live. */
  readonly live: number;
  readonly rows: number;
  readonly badRows: number;
  readonly products: number;
  readonly diff: Diff;
  readonly pictures: PictureCounts;
  readonly faults: FaultSummary;
};

export const importFiles = { faults: 'faults.ndjson', diff: 'diff.json' } as const;

/** Reported often, because a row with a picture may take a while; the receiver throttles. */
const reportedRows = 100;

/** True for good and bad rows, false for notices. */
const isRow = ({ kind }: FeedItem): boolean => kind === 'row' || kind === 'fault';

async function* readWithProgress(run: FeedBuild, step: string, total: number | null) {
  let done = 0;
  run.context.progress(step, done, total);
  for await (const item of run.feed.read()) {
    run.context.signal.throwIfAborted();
    yield item;
    if (!isRow(item)) continue;
    done += 1;
    if (done % reportedRows === 0) run.context.progress(step, done, total);
  }
  run.context.progress(step, done, total ?? done);
}

/** First pass: finds the columns of the feed. */
const inspect = async (run: FeedBuild): Promise<{ mapping: Mapping; rows: number }> => {
  const inspection = createInspection();
  for await (const item of readWithProgress(run, 'Reading the feed', null)) {
    if (item.kind === 'row') inspection.add(item.row);
    if (isRow(item)) run.context.tally.rows += 1;
    if (item.kind === 'cut') rejectCutFeed(item);
    reachCrashPoint('row-read');
  }
  reachCrashPoint('feed-read');
  const { dataset, website } = run.ref;
  const inspected = { rows: inspection.rows(), columns: inspection.columns() };
  const requested = listRequestedFields(run.needs.boxes(website.id), dataset.id);
  const fields = mapFields(inspected, dataset.fields, requested);
  return { mapping: createMapping(fields, inspected.columns), rows: run.context.tally.rows };
};

/** Second pass: finds what would change. */
const compare = async (run: FeedBuild, toProduct: ToProduct, rows: number): Promise<FeedSummary> => {
  const { needs, ref, order, faults } = run;
  const { tracker } = ref.dataset;
  const reader = order.approve
    ? needs.engine.products(tracker)
    : await readLiveProducts(needs.engine, tracker);
  const comparison = await createComparison(reader);
  const items = readWithProgress(run, 'Checking', rows);
  const feedSummary = await summarizeFeed(items, toProduct, comparison, faults);
  run.context.tally.badRows = feedSummary.badRows;
  reachCrashPoint('feed-compared');
  return feedSummary;
};

/** Further passes: the products of the new version, each once, in the order of the feed. */
async function* readProducts(run: FeedBuild, toProduct: ToProduct, summary: FeedSummary, step: string) {
  const { rows, replaced } = summary;
  let row = 0;
  for await (const item of readWithProgress(run, step, rows)) {
    if (isRow(item)) row += 1;
    if (item.kind !== 'row') continue;
    const product = toProduct(item.row);
    if (!('reason' in product) && !replaced.has(row)) yield product;
  }
  await run.feed.assertSame();
}

/**
 * Builds a complete version from a feed, or none. It does not make it live: that is a separate step, so that
 * an operator approves exactly the version that was built and shown. The feed is read four times: to find
 * its columns, to compare it with the live version, to embed and learn from pictures, and to write products. Memory
 * holds identifiers and hashes instead of products. If `signal` stops it, every vector computed so far is kept.
 */
export const buildFromFeed =
  (needs: BuildNeeds) =>
  async (ref: DatasetRef, order: ImportOrder, context: ImportContext): Promise<FeedReport> => {
    const { website, dataset } = ref;
    const { folder, files } = importPaths(needs, dataset, context);
    const faults = openFaultLog(files.faults);
    let summary: FaultSummary | null = null;
    try {
      const place = findImagePlace(needs.folder, dataset);
      const { signal, isFetched } = context;
      const request = { dataset, order, folder, images: place.folder, signal, isFetched };
      const feed = await openFeed(needs.fetch, request);
      reachCrashPoint('feed-opened');
      const run = { needs, ref, order, context, faults, feed };
      const { mapping, rows } = await inspect(run);
      const shop = { url: website.url, currency: website.currency, ...pickImages(place, order) };
      // The same instant for all passes: a sale must not begin or end between two of them.
      const toProduct = createToProduct(mapping, shop, needs.now().getTime());
      const feedSummary = await compare(run, toProduct, rows);
      const { lists, diff, lines, badRows } = feedSummary;
      await writeFileAtomically(files.diff, JSON.stringify({ ...lists, counts: diff }));
      reachCrashPoint('diff-written');
      const { version, pictures } = order.dryRun
        ? { version: null, pictures: noPictures }
        : await buildVersion(
            run,
            mapping,
            (step) => readProducts(run, toProduct, feedSummary, step),
            (place) => lines[place] ?? null,
          );
      summary = await faults.close();
      return {
        ...{ version, live: feedSummary.live, rows: feedSummary.rows, badRows },
        ...{ products: lines.length, diff, pictures, faults: summary },
      };
    } finally {
      if (summary === null) await faults.close();
    }
  };

const importPaths = (needs: BuildNeeds, dataset: Dataset, context: ImportContext) => {
  const folder = join(needs.folder, 'imports', dataset.tracker);
  const stamp = needs.now().toISOString().replaceAll(':', '-');
  const named = (name: string): string =>
    join(context.folder ?? folder, context.folder === null ? `${stamp}-${name}` : name);
  return { folder, files: { faults: named(importFiles.faults), diff: named(importFiles.diff) } };
};

/** Names in a folder that the order gives are taken as they are. */
const pickImages = ({ picturesUrl, resolve }: ImagePlace, { imagesFolder }: ImportOrder) =>
  imagesFolder === null ? { picturesUrl, resolveImage: resolve } : { picturesUrl };

/** What a feed would change in the catalogue, known before any picture is read or embedded. */
type FeedSummary = Awaited<ReturnType<typeof summarizeFeed>>;

/** A feed that could not be read to its end is incomplete: none of it may go live. */
export const rejectCutFeed = (item: FeedItem & { kind: 'cut' }): never => {
  throw new Fault('bad-input', `The feed could not be read to its end (line ${item.line}): ${item.reason}`, {
    nextStep: 'Export or download the feed again. The live version was not changed.',
  });
};

/** Reads the whole feed once: which products it contains, which rows are bad, and what would change. */
const summarizeFeed = async (
  feed: AsyncIterable<FeedItem>,
  toProduct: ToProduct,
  comparison: Comparison,
  faults: FaultLog,
) => {
  const identifiers = createTextNumbers();
  /** Of each identifier. Rows count the items of the feed from 1; several may share a line. */
  const lastRows: number[] = [];
  /** By row; 0 where there is no product. */
  const lineOfRow = [0];
  /** Rows that a later one with the same identifier replaces. */
  const replaced = new Set<number>();
  let rows = 0;
  let badRows = 0;
  const rejectRow = async (line: number, reason: string, identifier: string | null = null): Promise<void> => {
    badRows += 1;
    await faults.add({ kind: 'row', line, identifier, reason });
  };
  const acceptRow = async (line: number, product: Product): Promise<void> => {
    const { identifier } = product;
    const number = identifiers.add(identifier);
    const earlier = lastRows[number];
    if (earlier !== undefined) {
      const reason = `The identifier stands again at line ${line}; the later row was taken.`;
      await faults.add({ kind: 'duplicate', line: lineOfRow[earlier] ?? 0, identifier, reason });
      replaced.add(earlier);
    }
    lastRows[number] = rows;
    lineOfRow[rows] = line;
    comparison.add(product);
    reachCrashPoint('row-compared');
  };
  for await (const item of feed) {
    if (item.kind === 'cut') rejectCutFeed(item);
    if (item.kind === 'notice') await faults.add({ ...item, identifier: null });
    if (item.kind !== 'row' && item.kind !== 'fault') continue;
    rows += 1;
    lineOfRow.push(0);
    if (item.kind === 'fault') {
      await rejectRow(item.line, item.reason);
      continue;
    }
    const product = toProduct(item.row);
    if ('reason' in product) await rejectRow(item.line, product.reason, product.identifier);
    else await acceptRow(item.line, product);
  }
  const lines = lineOfRow.filter((line, row) => line > 0 && !replaced.has(row));
  return { rows, badRows, replaced, lines, live: comparison.live, ...(await comparison.finish()) };
};
