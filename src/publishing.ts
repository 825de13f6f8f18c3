import { createReadStream } from 'node:fs';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Dataset } from './domain/dataset.ts';
import type { Website } from './domain/website.ts';
import type { Embedder } from './embedder/embedder.ts';
import type { Engine, Progress } from './engine/engine.ts';
import { Fault } from './errors.ts';
import { guardDefaults } from './ingest/guard.ts';
import { importFeed, type ImportReport } from './ingest/ingest.ts';
import { liveProducts } from './ingest/live-products.ts';
import type { Fetch } from './ingest/fetch/fetch.ts';
import { openFeed, type SourceOverride } from './ingest/sources/open-feed.ts';
import { refuseCut } from './ingest/survey.ts';
import { buildKeywords } from './keywords/build-keywords.ts';
import { readCatalogue } from './keywords/catalogue.ts';
import { type KeywordRow, toKeywordRow } from './keywords/keyword-row.ts';
import type { Store } from './store/store.ts';

/** "Here is a dataset: bring it up to date", with everything that follows from it. */
export type Publishing = {
  /** A product import rebuilds the keyword datasets that name it. */
  importProducts(
    order: ImportOrder,
  ): Promise<ImportReport & { readonly keywords: readonly KeywordsReport[] }>;
  importKeywords(order: ImportOrder): Promise<KeywordsReport>;
};

export type ImportOrder = {
  readonly website: Website;
  readonly dataset: Dataset;
  readonly source?: SourceOverride;
  readonly approve?: boolean;
  readonly images?: boolean;
  readonly signal?: AbortSignal;
  readonly progress?: Progress;
};

export type KeywordsReport = {
  readonly dataset: string;
  readonly version: string;
  /** Rows of the keyword feed that were used; 0 when it was built from the catalogue alone. */
  readonly rows: number;
  readonly badRows: readonly { readonly line: number; readonly reason: string }[];
  readonly patterns: number;
  readonly withSuggestions: number;
};

type Parts = {
  readonly store: Store;
  readonly engine: Engine;
  readonly embedder: (model: string | null) => Promise<Embedder>;
  readonly dataDir: string;
  readonly fetch: Fetch;
  readonly now: () => Date;
};

type ReadRows = { readonly rows: KeywordRow[]; readonly badRows: { line: number; reason: string }[] };

const rowsFile = (dataDir: string, dataset: Dataset): string =>
  join(dataDir, 'keywords', `${dataset.tracker}.ndjson`);

/** The rows of the last keyword import are kept, so that a new catalogue can be related to them. */
const keepRows = async (file: string, rows: readonly KeywordRow[]): Promise<void> => {
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(`${file}.partial`, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await rename(`${file}.partial`, file);
};

const keptRows = async (file: string): Promise<KeywordRow[]> => {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (!isThere) return [];
  const rows: KeywordRow[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const row = toKeywordRow(JSON.parse(line) as Record<string, unknown>);
    if (!('reason' in row)) rows.push(row);
  }
  return rows;
};

const guardRows = ({ rows, badRows }: ReadRows, approve: boolean): void => {
  const { rows: most, share } = guardDefaults.badRows;
  const total = rows.length + badRows.length;
  const isBad = badRows.length > most && badRows.length > total * share;
  if (approve || (rows.length > 0 && !isBad)) return;
  const reason = rows.length === 0 ? 'it holds no keywords' : `${badRows.length} of ${total} rows are bad`;
  throw new Fault(
    'waiting-for-approval',
    `The import waits for approval: ${reason}. The live version stays.`,
    {
      nextStep: 'Check the file; when it is right all the same, import again with --approve.',
    },
  );
};

export const createPublishing = (parts: Parts): Publishing => {
  const { store, engine, dataDir } = parts;
  const importFrom = importFeed({ ...parts, folder: dataDir });

  const readRows = async ({ dataset, source, signal, progress }: ImportOrder): Promise<ReadRows> => {
    const folder = join(dataDir, 'imports', dataset.tracker);
    const feed = await openFeed(parts.fetch, {
      source: dataset.source,
      override: source,
      folder,
      signal: signal ?? new AbortController().signal,
    });
    const read: ReadRows = { rows: [], badRows: [] };
    for await (const item of feed.read()) {
      if (item.kind === 'cut') refuseCut(item);
      if (item.kind === 'fault') read.badRows.push({ line: item.line, reason: item.reason });
      if (item.kind !== 'row') continue;
      const row = toKeywordRow(item.row);
      if ('reason' in row) read.badRows.push({ line: item.line, reason: row.reason });
      else read.rows.push(row);
      if (read.rows.length % 1000 === 0) progress?.('Reading keywords', read.rows.length, null);
    }
    return read;
  };

  const catalogueOf = async (website: Website, { productsId }: Dataset) => {
    const products = store.datasets.list(website.id).find(({ id }) => id === productsId);
    const reader = products ? await liveProducts(engine, products.tracker) : null;
    return reader && readCatalogue(reader, website.language);
  };

  const rebuild = async (
    { website, dataset, progress }: ImportOrder,
    { rows, badRows }: ReadRows,
  ): Promise<KeywordsReport> => {
    progress?.('Relating keywords', 0, null);
    const { language } = website;
    const catalogue = await catalogueOf(website, dataset);
    const entries = buildKeywords({ rows, catalogue, language });
    const { version } = await engine.buildKeywords(dataset.tracker, language, entries);
    await engine.makeLive(dataset.tracker, version);
    const withSuggestions = entries.filter(({ suggestions }) => suggestions.length > 0).length;
    return {
      dataset: dataset.name,
      version,
      rows: rows.length,
      badRows,
      patterns: entries.length,
      withSuggestions,
    };
  };

  const rebuildFollowers = async (order: ImportOrder): Promise<KeywordsReport[]> => {
    const { website, dataset: products } = order;
    const followers = store.datasets.list(website.id).filter(({ productsId }) => productsId === products.id);
    const reports: KeywordsReport[] = [];
    for (const dataset of followers) {
      const rows = await keptRows(rowsFile(dataDir, dataset));
      reports.push(await rebuild({ ...order, dataset }, { rows, badRows: [] }));
    }
    return reports;
  };

  return {
    async importProducts(order) {
      const boxes = store.boxes.list(order.website.id);
      const report = await importFrom({ ...order, boxes });
      return { ...report, keywords: await rebuildFollowers(order) };
    },
    async importKeywords(order) {
      const { dataset, source, approve = false } = order;
      const file = rowsFile(dataDir, dataset);
      if (source === undefined && dataset.source === null) {
        return rebuild(order, { rows: await keptRows(file), badRows: [] });
      }
      const read = await readRows(order);
      guardRows(read, approve);
      await keepRows(file, read.rows);
      return rebuild(order, read);
    },
  };
};
