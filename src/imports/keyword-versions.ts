import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Dataset } from '../domain/dataset.ts';
import type { DatasetRef, ImportOrder } from '../domain/import-order.ts';
import type { Website } from '../domain/website.ts';
import type { Engine } from '../engine/engine.ts';
import type { Reason } from '../errors.ts';
import { hasErrorCode } from '../files/error-code.ts';
import { diskFiles } from '../files/files.ts';
import { replaceDurably } from '../files/replace-file.ts';
import type { ImportContext } from '../ingest/build-context.ts';
import { rejectCutFeed } from '../ingest/build-from-feed.ts';
import type { Fetch } from '../ingest/fetch/fetch.ts';
import { readLiveProducts } from '../ingest/diff.ts';
import { openFeed } from '../ingest/sources/open-feed.ts';
import { buildKeywords } from '../learning/keywords/build-keywords.ts';
import { type Catalogue, readCatalogue } from '../learning/keywords/catalogue/catalogue.ts';
import { type KeywordRow, toKeywordRow } from '../learning/keywords/keyword-row.ts';
import {
  summariseWithheld,
  type WithheldKeyword,
  type WithheldReport,
  writeWithheld,
} from '../learning/keywords/withheld.ts';
import type { LearntKeywords } from '../learning/keywords/mine/learn.ts';
import type { Store } from '../store/store.ts';
import { type ApprovalReason, checkBadRows } from './approval.ts';

export type KeywordsReport = {
  readonly dataset: string;
  /** null after a dry run. */
  readonly version: string | null;
  /** Why it needs approval before it goes live; null when it needs none. */
  readonly reason: string | null;
  readonly reasonDetail: Reason | null;
  /** Keyword rows that were used; 0 if it was built from the catalogue only. */
  readonly rows: number;
  readonly badRows: readonly BadRow[];
  readonly patterns: number;
  readonly withSuggestions: number;
  /** Patterns that shoppers searched for; 0 without events. */
  readonly searched: number;
  /** Keywords that are not suggested because they are unsafe. */
  readonly withheld: WithheldReport;
};

export type BadRow = { readonly line: number; readonly reason: string };
export type KeywordRows = { readonly rows: KeywordRow[]; readonly badRows: BadRow[] };

/** What shoppers did, as keywords; null when there are no events yet. */
export type KeywordLearning = {
  learn(website: Website, dataset: Dataset, catalogue: Catalogue | null): Promise<LearntKeywords | null>;
};

type Parts = {
  readonly store: Pick<Store, 'datasets'>;
  readonly engine: Engine;
  /** If missing, nothing is learnt from shoppers. */
  readonly behaviour?: KeywordLearning;
  readonly dataDir: string;
  readonly fetch: Fetch;
};

/** The rows of the last keyword import are stored, so that they can be related to a new catalogue. */
const writeKeywordRows = async (file: string, rows: readonly KeywordRow[]): Promise<void> => {
  await diskFiles.makeFolder(dirname(file));
  await replaceDurably(diskFiles, file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
};

/** A line that cannot be read is skipped, like a bad row of a feed. */
const parseKeywordRow = (line: string): KeywordRow[] => {
  try {
    const row = toKeywordRow(JSON.parse(line) as Record<string, unknown>);
    return 'reason' in row ? [] : [row];
  } catch {
    return [];
  }
};

const readKeywordRows = async (file: string): Promise<KeywordRow[]> => {
  const rows: KeywordRow[] = [];
  try {
    for await (const line of createInterface({ input: createReadStream(file) }))
      rows.push(...parseKeywordRow(line));
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  }
  return rows;
};

const findApprovalReason = ({ rows, badRows }: KeywordRows): ApprovalReason | null =>
  rows.length === 0
    ? { reason: 'it holds no keywords', reasonDetail: { reason: 'no-keywords' } }
    : checkBadRows(badRows.length, rows.length + badRows.length);

export const createKeywordVersions = (parts: Parts) => {
  const { store, engine, dataDir } = parts;
  const rowsFile = ({ tracker }: Dataset): string => join(dataDir, 'keywords', `${tracker}.ndjson`);

  const readFeed = async (
    { dataset }: DatasetRef,
    order: ImportOrder,
    { signal, progress, tally, isFetched }: ImportContext,
  ): Promise<KeywordRows> => {
    const folder = join(dataDir, 'imports', dataset.tracker);
    const feed = await openFeed(parts.fetch, { dataset, order, folder, signal, isFetched });
    const read: KeywordRows = { rows: [], badRows: [] };
    for await (const item of feed.read()) {
      signal.throwIfAborted();
      if (item.kind === 'cut') rejectCutFeed(item);
      if (item.kind === 'fault') read.badRows.push({ line: item.line, reason: item.reason });
      if (item.kind !== 'row') continue;
      const row = toKeywordRow(item.row);
      if ('reason' in row) read.badRows.push({ line: item.line, reason: row.reason });
      else read.rows.push(row);
      if (read.rows.length % 1000 === 0) progress('Reading keywords', read.rows.length, null);
    }
    Object.assign(tally, { rows: read.rows.length, badRows: read.badRows.length });
    return read;
  };

  const readLinkedCatalogue = async (website: Website, { productsId }: Dataset) => {
    const products = store.datasets.list(website.id).find(({ id }) => id === productsId);
    const reader = products ? await readLiveProducts(engine, products.tracker) : null;
    return reader && (await readCatalogue(reader, website.language));
  };

  const relate = async (
    { website, dataset }: DatasetRef,
    { rows, badRows }: KeywordRows,
    isDryRun: boolean,
    progress: ImportContext['progress'],
  ): Promise<KeywordsReport> => {
    progress('Relating keywords', 0, null);
    const { language } = website;
    const catalogue = await readLinkedCatalogue(website, dataset);
    const learnt = (await parts.behaviour?.learn(website, dataset, catalogue)) ?? null;
    const blockedWords = dataset.learning?.blockedWords ?? [];
    const withheldKeywords: WithheldKeyword[] = [];
    const onWithheld = (keyword: WithheldKeyword): void => void withheldKeywords.push(keyword);
    const entries = buildKeywords({ rows, catalogue, language, learnt, blockedWords, onWithheld });
    const withheld = summariseWithheld(withheldKeywords);
    if (!isDryRun) await writeWithheld(diskFiles, dataDir, dataset.tracker, withheld);
    const built = isDryRun ? null : await engine.buildKeywords(dataset.tracker, language, entries);
    return {
      dataset: dataset.name,
      version: built?.version ?? null,
      reason: null,
      reasonDetail: null,
      rows: rows.length,
      badRows,
      patterns: entries.length,
      withSuggestions: entries.filter(({ suggestions }) => suggestions.length > 0).length,
      searched: learnt?.behaviour.patterns.length ?? 0,
      withheld,
    };
  };

  return {
    /** `given`: rows that were read already, instead of the feed. */
    async build(
      ref: DatasetRef,
      order: ImportOrder,
      context: ImportContext,
      given?: KeywordRows,
    ): Promise<KeywordsReport> {
      const { dataset } = ref;
      const file = rowsFile(dataset);
      if (given === undefined && order.feed === null && dataset.source === null) {
        const rows = { rows: await readKeywordRows(file), badRows: [] };
        return relate(ref, rows, order.dryRun, context.progress);
      }
      const read = given ?? (await readFeed(ref, order, context));
      const report = await relate(ref, read, order.dryRun, context.progress);
      if (report.version !== null) await writeKeywordRows(`${file}.${report.version}`, read.rows);
      return { ...report, ...findApprovalReason(read) };
    },
    /** The rows of the live version become the stored rows. */
    async makeLive(dataset: Dataset, version: string): Promise<void> {
      const file = rowsFile(dataset);
      await engine.makeLive(dataset.tracker, version);
      await diskFiles.rename(`${file}.${version}`, file).catch((error: unknown) => {
        if (!hasErrorCode(error, 'ENOENT')) throw error;
      });
    },
    /** Rebuilds the keywords of the last import with the live catalogue and the latest events. */
    async refresh(ref: DatasetRef, progress: ImportContext['progress']): Promise<KeywordsReport> {
      const { dataset } = ref;
      const rows = { rows: await readKeywordRows(rowsFile(dataset)), badRows: [] };
      const report = await relate(ref, rows, false, progress);
      if (report.version !== null) await engine.makeLive(dataset.tracker, report.version);
      return report;
    },
  };
};
