import { join } from 'node:path';
import type { Dataset, Field } from '../domain/dataset.ts';
import type { Product } from '../domain/product.ts';
import type { Reason } from '../errors.ts';
import { buildVersion, type PictureCounts, noPictures } from './build-version.ts';
import { createComparison, type Diff } from './diff.ts';
import { type FaultLog, type FaultSummary, openFaultLog } from './fault-log.ts';
import type { FeedItem } from './feed.ts';
import { findApprovalReason } from './guard.ts';
import { emptyTally, type ImportJob, type ImportNeeds, type Run } from './import-job.ts';
import { readLiveProducts } from './live-products.ts';
import { createInspection } from './mapping/inspect-columns.ts';
import { mapFields } from './mapping/map-fields.ts';
import { createMapping, type Mapping } from './mapping/mapping.ts';
import { listRequestedFields } from './neighbour-plans.ts';
import { openFeed } from './sources/open-feed.ts';
import { rejectCutFeed, type FeedSummary, summarizeFeed } from './feed-summary.ts';
import { createToProduct, type ToProduct } from './to-product.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** A version that was built and is not live yet, and the facts an operator needs before it goes live. */
export type ImportReport = {
  readonly dataset: string;
  /** null after a dry run. */
  readonly version: string | null;
  /** Why it needs approval before it goes live; null when it needs none. */
  readonly reason: string | null;
  readonly reasonDetail: Reason | null;
  readonly rows: number;
  readonly badRows: number;
  readonly products: number;
  readonly diff: Diff;
  readonly pictures: PictureCounts;
  readonly faults: FaultSummary;
  readonly fields: readonly Field[];
};

export const importFiles = { faults: 'faults.ndjson', diff: 'diff.json' } as const;

/** Reported often, because a row with a picture may take a while; the receiver throttles. */
const progressDefaults = { everyRows: 100 } as const;

/** True for good and bad rows, false for notices. */
const isRow = ({ kind }: FeedItem): boolean => kind === 'row' || kind === 'fault';

async function* readWithProgress(run: Run, step: string, total: number | null): AsyncGenerator<FeedItem> {
  let done = 0;
  run.progress(step, done, total);
  for await (const item of run.feed.read()) {
    run.signal.throwIfAborted();
    yield item;
    if (!isRow(item)) continue;
    done += 1;
    if (done % progressDefaults.everyRows === 0) run.progress(step, done, total);
  }
  run.progress(step, done, total ?? done);
}

/** First pass: finds the columns of the feed. */
const inspect = async (run: Run): Promise<{ mapping: Mapping; rows: number }> => {
  const inspection = createInspection();
  for await (const item of readWithProgress(run, 'Reading the feed', null)) {
    if (item.kind === 'row') inspection.add(item.row);
    if (isRow(item)) run.tally.rows += 1;
    if (item.kind === 'cut') rejectCutFeed(item);
    run.reachCrashPoint('row-read');
  }
  run.reachCrashPoint('feed-read');
  const { dataset, boxes } = run.job;
  const inspected = { rows: inspection.rows(), columns: inspection.columns() };
  const fields = mapFields(inspected, dataset.fields, listRequestedFields(boxes, dataset.id));
  return { mapping: createMapping(fields, inspected.columns), rows: run.tally.rows };
};

/** Second pass: finds what would change. */
const compare = async (run: Run, toProduct: ToProduct, rows: number): Promise<FeedSummary> => {
  const { needs, job, faults } = run;
  const { tracker } = job.dataset;
  const reader = job.approve ? needs.engine.products(tracker) : await readLiveProducts(needs.engine, tracker);
  const comparison = await createComparison(reader);
  const pass = {
    ...comparison,
    see: (product: Product) => {
      comparison.add(product);
      run.reachCrashPoint('row-compared');
    },
  };
  const feedSummary = await summarizeFeed(readWithProgress(run, 'Checking', rows), toProduct, pass, faults);
  run.tally.badRows = feedSummary.badRows;
  run.reachCrashPoint('feed-compared');
  return feedSummary;
};

/** Third pass: the products of the new version, each once, in the order of the feed. */
async function* readProducts(
  run: Run,
  toProduct: ToProduct,
  { rows, positions }: FeedSummary,
): AsyncGenerator<Product> {
  let row = 0;
  for await (const item of readWithProgress(run, 'Products and pictures', rows)) {
    if (isRow(item)) row += 1;
    if (item.kind !== 'row') continue;
    const product = toProduct(item.row);
    if (!('reason' in product) && positions.get(product.identifier)?.row === row) yield product;
  }
  await run.feed.assertSame();
}

/**
 * Builds a complete version from a feed, or none. It does not make it live: that is a separate step, so that
 * an operator approves exactly the version that was built and shown. The feed is read three times: to find
 * its columns, to compare it with the live version, and to build. Memory holds identifiers and hashes instead
 * of products. If `signal` stops it, every vector computed so far is kept.
 */
export const importFeed =
  (needs: ImportNeeds) =>
  async (job: ImportJob): Promise<ImportReport> => {
    const { folder, files } = importPaths(needs, job);
    const faults = openFaultLog(files.faults);
    let summary: FaultSummary | null = null;
    try {
      const run = await begin(needs, job, faults, folder);
      const { mapping, rows } = await inspect(run);
      const shop = { url: job.website.url, picturesUrl: picturesUrlOf(job.dataset) };
      // The same instant for all passes: a sale must not begin or end between two of them.
      const toProduct = createToProduct(mapping, shop, needs.now().getTime());
      const feedSummary = await compare(run, toProduct, rows);
      const { lists, diff, positions, badRows } = feedSummary;
      await writeFileAtomically(files.diff, JSON.stringify({ ...lists, counts: diff }));
      run.reachCrashPoint('diff-written');
      const { version, pictures } =
        job.dryRun === true
          ? { version: null, pictures: noPictures }
          : await buildVersion(
              run,
              mapping,
              readProducts(run, toProduct, feedSummary),
              (identifier) => positions.get(identifier)?.line ?? null,
            );
      summary = await faults.close();
      return {
        dataset: job.dataset.name,
        version,
        ...(findApprovalReason(feedSummary) ?? { reason: null, reasonDetail: null }),
        rows: feedSummary.rows,
        badRows,
        products: positions.size,
        diff,
        pictures,
        faults: summary,
        fields: mapping.fields,
      };
    } finally {
      if (summary === null) await faults.close();
    }
  };

const begin = async (needs: ImportNeeds, job: ImportJob, faults: FaultLog, folder: string): Promise<Run> => {
  const signal = job.signal ?? new AbortController().signal;
  const { progress = () => undefined, tally = emptyTally() } = job;
  const reachCrashPoint = needs.reachCrashPoint ?? (() => undefined);
  const { source } = job.dataset;
  const feed = await openFeed(needs.fetch, { source, override: job.source, folder, signal });
  reachCrashPoint('feed-opened');
  return { needs, job, signal, progress, tally, reachCrashPoint, faults, feed };
};

const importPaths = (needs: ImportNeeds, job: ImportJob) => {
  const folder = join(needs.folder, 'imports', job.dataset.tracker);
  const stamp = needs.now().toISOString().replaceAll(':', '-');
  const named = (name: string): string =>
    job.folder === undefined ? join(folder, `${stamp}-${name}`) : join(job.folder, name);
  return { folder, files: { faults: named(importFiles.faults), diff: named(importFiles.diff) } };
};

/** Base URL under which the service serves pictures of the dataset's image folder. */
const picturesUrlOf = ({ source, tracker }: Dataset): string | null => {
  return (source?.images ?? null) === null ? null : `/pictures/${tracker}/`;
};
