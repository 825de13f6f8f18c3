import { createReadStream } from 'node:fs';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ShopperBehaviour } from './behaviour.ts';
import type { Dataset } from '../domain/dataset.ts';
import type { Website } from '../domain/website.ts';
import type { Embedder } from '../embedder/embedder.ts';
import type { Engine, Progress } from '../engine/engine.ts';
import { Fault, type Reason } from '../errors.ts';
import { type ApprovalReason, checkBadRows } from '../ingest/guard.ts';
import type { Tally } from '../ingest/import-job.ts';
import { importFeed, type ImportReport } from '../ingest/ingest.ts';
import { readLiveProducts } from '../ingest/live-products.ts';
import type { Fetch } from '../ingest/fetch/fetch.ts';
import { openFeed, type SourceOverride } from '../ingest/sources/open-feed.ts';
import type { ReachCrashPoint } from '../ingest/crash-points.ts';
import { rejectCutFeed } from '../ingest/feed-summary.ts';
import { buildKeywords } from '../keywords/build-keywords.ts';
import { readCatalogue } from '../keywords/catalogue/catalogue.ts';
import { type KeywordRow, toKeywordRow } from '../keywords/keyword-row.ts';
import type { Store } from '../store/store.ts';

/** Brings a dataset up to date, with everything that depends on it. */
export type Publishing = {
  /** Builds a complete version; the live one stays. */
  prepare(order: ImportOrder): Promise<PreparedImport>;
  /** Makes exactly this version live. For a product dataset, the keyword datasets that use it are rebuilt. */
  makeLive(
    order: Pick<ImportOrder, 'website' | 'dataset' | 'progress'>,
    version: string,
  ): Promise<readonly KeywordsReport[]>;
  /**
   * Prepares and makes live. Throws `waiting-for-approval` and keeps nothing if the import needs approval.
   */
  importProducts(
    order: ImportOrder,
  ): Promise<ImportReport & { readonly keywords: readonly KeywordsReport[] }>;
  importKeywords(order: ImportOrder): Promise<KeywordsReport>;
  /** Rebuilds the keywords of the last import with the live catalogue and the latest events. */
  refreshKeywords(order: Pick<ImportOrder, 'website' | 'dataset' | 'progress'>): Promise<KeywordsReport>;
};

export type ImportOrder = {
  readonly website: Website;
  readonly dataset: Dataset;
  readonly source?: SourceOverride;
  /** Keyword rows that were read already, instead of a source. */
  readonly keywordRows?: KeywordRows;
  readonly approve?: boolean;
  readonly dryRun?: boolean;
  readonly images?: boolean;
  /** Folder for the fault list and the diff. */
  readonly folder?: string;
  readonly tally?: Tally;
  readonly signal?: AbortSignal;
  readonly progress?: Progress;
};

export type PreparedImport =
  | { readonly kind: 'products'; readonly report: ImportReport }
  | { readonly kind: 'keywords'; readonly report: KeywordsReport };

export type KeywordsReport = {
  readonly dataset: string;
  /** null after a dry run. */
  readonly version: string | null;
  /** Why it needs approval before it goes live; null when it needs none. */
  readonly reason: string | null;
  readonly reasonDetail: Reason | null;
  /** Keyword rows that were used; 0 if it was built from the catalogue only. */
  readonly rows: number;
  readonly badRows: readonly { readonly line: number; readonly reason: string }[];
  readonly patterns: number;
  readonly withSuggestions: number;
  /** Patterns that shoppers searched for; 0 without events. */
  readonly searched: number;
};

type Parts = {
  readonly reachCrashPoint?: ReachCrashPoint;
  readonly store: Store;
  /** If missing, nothing is learnt from shoppers. */
  readonly behaviour?: Pick<ShopperBehaviour, 'learn'>;
  readonly engine: Engine;
  readonly embedder: (model: string | null, progress?: Progress) => Promise<Embedder>;
  readonly dataDir: string;
  readonly fetch: Fetch;
  readonly now: () => Date;
  /** After this time a known picture is requested again from its server. */
  readonly recheckAfterMs?: number;
};

type BadRow = { readonly line: number; readonly reason: string };
type KeywordRows = { readonly rows: KeywordRow[]; readonly badRows: BadRow[] };

const rowsFile = (dataDir: string, dataset: Dataset): string =>
  join(dataDir, 'keywords', `${dataset.tracker}.ndjson`);

/** The rows of the last keyword import are stored, so that they can be related to a new catalogue. */
const writeKeywordRows = async (file: string, rows: readonly KeywordRow[]): Promise<void> => {
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(`${file}.partial`, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await rename(`${file}.partial`, file);
};

const readKeywordRows = async (file: string): Promise<KeywordRow[]> => {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (!exists) return [];
  const rows: KeywordRow[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const row = toKeywordRow(JSON.parse(line) as Record<string, unknown>);
    if (!('reason' in row)) rows.push(row);
  }
  return rows;
};

const findKeywordsApprovalReason = ({ rows, badRows }: KeywordRows): ApprovalReason | null =>
  rows.length === 0
    ? { reason: 'it holds no keywords', reasonDetail: { reason: 'no-keywords' } }
    : checkBadRows(badRows.length, rows.length + badRows.length);

export const approvalFault = (reason: string, nextStep: string): Fault =>
  new Fault('waiting-for-approval', `The import waits for approval: ${reason}. Nothing changes until then.`, {
    nextStep,
  });

export const createPublishing = (parts: Parts): Publishing => {
  const { store, engine, dataDir } = parts;
  const importProductFeed = importFeed({ ...parts, folder: dataDir });

  const readKeywordFeed = async ({
    dataset,
    source,
    signal,
    progress,
    tally,
  }: ImportOrder): Promise<KeywordRows> => {
    const folder = join(dataDir, 'imports', dataset.tracker);
    const feed = await openFeed(parts.fetch, {
      source: dataset.source,
      override: source,
      folder,
      signal: signal ?? new AbortController().signal,
    });
    const read: KeywordRows = { rows: [], badRows: [] };
    for await (const item of feed.read()) {
      signal?.throwIfAborted();
      if (item.kind === 'cut') rejectCutFeed(item);
      if (item.kind === 'fault') read.badRows.push({ line: item.line, reason: item.reason });
      if (item.kind !== 'row') continue;
      const row = toKeywordRow(item.row);
      if ('reason' in row) read.badRows.push({ line: item.line, reason: row.reason });
      else read.rows.push(row);
      if (read.rows.length % 1000 === 0) progress?.('Reading keywords', read.rows.length, null);
    }
    if (tally !== undefined) Object.assign(tally, { rows: read.rows.length, badRows: read.badRows.length });
    return read;
  };

  const readLinkedCatalogue = async (website: Website, { productsId }: Dataset) => {
    const products = store.datasets.list(website.id).find(({ id }) => id === productsId);
    const reader = products ? await readLiveProducts(engine, products.tracker) : null;
    return reader && (await readCatalogue(reader, website.language));
  };

  const build = async (
    { website, dataset, progress, dryRun = false }: ImportOrder,
    { rows, badRows }: KeywordRows,
    approvalReason: ApprovalReason | null,
  ): Promise<KeywordsReport> => {
    progress?.('Relating keywords', 0, null);
    const { language } = website;
    const catalogue = await readLinkedCatalogue(website, dataset);
    const learnt = (await parts.behaviour?.learn(website, dataset, catalogue)) ?? null;
    const blockedWords = dataset.learning?.blockedWords ?? [];
    const entries = buildKeywords({ rows, catalogue, language, learnt, blockedWords });
    const built = dryRun ? null : await engine.buildKeywords(dataset.tracker, language, entries);
    const withSuggestions = entries.filter(({ suggestions }) => suggestions.length > 0).length;
    return {
      dataset: dataset.name,
      version: built?.version ?? null,
      ...(approvalReason ?? { reason: null, reasonDetail: null }),
      rows: rows.length,
      badRows,
      patterns: entries.length,
      withSuggestions,
      searched: learnt?.behaviour.patterns.length ?? 0,
    };
  };

  const prepareKeywords = async (order: ImportOrder): Promise<KeywordsReport> => {
    const { dataset, source } = order;
    const file = rowsFile(dataDir, dataset);
    if (order.keywordRows === undefined && source === undefined && dataset.source === null) {
      return build(order, { rows: await readKeywordRows(file), badRows: [] }, null);
    }
    const read = order.keywordRows ?? (await readKeywordFeed(order));
    const report = await build(order, read, findKeywordsApprovalReason(read));
    if (report.version !== null) await writeKeywordRows(`${file}.${report.version}`, read.rows);
    return report;
  };

  /** The rows of the live version become the stored rows. */
  const makeKeywordsLive = async (dataset: Dataset, version: string): Promise<void> => {
    const file = rowsFile(dataDir, dataset);
    await engine.makeLive(dataset.tracker, version);
    await rename(`${file}.${version}`, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  };

  const refreshKeywords: Publishing['refreshKeywords'] = async (order) => {
    const { dataset } = order;
    const rows = await readKeywordRows(rowsFile(dataDir, dataset));
    const report = await build(order, { rows, badRows: [] }, null);
    if (report.version !== null) await engine.makeLive(dataset.tracker, report.version);
    return report;
  };

  const rebuildKeywordDatasets = async (
    order: Pick<ImportOrder, 'website' | 'dataset' | 'progress'>,
  ): Promise<KeywordsReport[]> => {
    const { website, dataset: products } = order;
    const datasets = store.datasets.list(website.id).filter(({ productsId }) => productsId === products.id);
    const reports: KeywordsReport[] = [];
    for (const dataset of datasets) reports.push(await refreshKeywords({ ...order, dataset }));
    return reports;
  };

  const prepareProducts = (order: ImportOrder): Promise<ImportReport> =>
    importProductFeed({ ...order, boxes: store.boxes.list(order.website.id) });

  const makeLive: Publishing['makeLive'] = async (order, version) => {
    const { dataset } = order;
    if (dataset.kind === 'keywords') {
      await makeKeywordsLive(dataset, version);
      return [];
    }
    await engine.makeLive(dataset.tracker, version);
    return rebuildKeywordDatasets(order);
  };

  const makeLiveIfApproved = async (
    order: ImportOrder,
    { version, reason }: { version: string | null; reason: string | null },
  ): Promise<readonly KeywordsReport[]> => {
    if (version === null) return [];
    if (reason === null || order.approve === true) return makeLive(order, version);
    await engine.discard(order.dataset.tracker, version);
    throw approvalFault(reason, 'Check the feed; when it is right all the same, import it with approval.');
  };

  return {
    prepare: async (order) =>
      order.dataset.kind === 'keywords'
        ? { kind: 'keywords', report: await prepareKeywords(order) }
        : { kind: 'products', report: await prepareProducts(order) },
    makeLive,
    refreshKeywords,
    async importProducts(order) {
      const report = await prepareProducts(order);
      return { ...report, keywords: await makeLiveIfApproved(order, report) };
    },
    async importKeywords(order) {
      const report = await prepareKeywords(order);
      await makeLiveIfApproved(order, report);
      return report;
    },
  };
};
