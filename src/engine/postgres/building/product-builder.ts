import { createHash } from 'node:crypto';
import { Fault } from '../../../errors.ts';
import type { DraftProduct, ProductDraft, ProductVersionBuilder, Progress } from '../../engine.ts';
import { checkDimensions, foldIntoVersion, readChanges } from '../changes/change-log.ts';
import { type Database, sql } from '../../../postgres/sql.ts';
import { lockDataset, type PublisherLease } from '../datasets/lock-dataset.ts';
import { createIndexes, groupRows } from '../sql/create-indexes.ts';
import { distributeRows } from '../sql/cluster.ts';
import { tableOf } from '../sql/read-sql.ts';
import { completeVersion, removeVersion } from '../versions/version-rows.ts';
import { indexText, readProductPages } from '../products/index-text.ts';
import { countNumbers, type Dimensions, type ProductAbout } from '../products/product-version.ts';
import { insertRows, type StoredRow, toStorableText, toStoredRow } from '../products/stored-row.ts';

const rowsPerStatement = 200;

type BuilderParts = {
  readonly database: Database;
  readonly dataset: string;
  readonly draft: ProductDraft;
  readonly asOf: number | null;
  readonly lease: PublisherLease;
  /** From so many rows on they are spread over the workers of a cluster. */
  readonly distributeFrom: number;
  readonly started: { readonly version: string; readonly generation: number };
};

const ended = (): Fault => new Fault('conflict', 'This version is finished or abandoned already.');
const duplicate = (identifier: string): Fault =>
  new Fault('bad-input', `"${identifier}" is in the draft twice.`);

/** Writes rows as they come, a batch at a time, and indexes them at the end. */
export const createProductBuilder = (parts: BuilderParts): ProductVersionBuilder => {
  const { database, dataset, draft, lease, started } = parts;
  const { generation } = started;
  const batch = new Map<string, StoredRow>();
  const carriers = new Map<string, number>();
  let rowCount = 0;
  let dimensions: Dimensions | null = null;
  let isEnded = false;
  const end = (): void => {
    if (isEnded) throw ended();
    isEnded = true;
  };
  const flush = async (): Promise<void> => {
    if (batch.size === 0) return;
    const rows = [...batch.values()];
    batch.clear();
    const added = new Set(await insertRows(database, tableOf('products', generation), rows));
    const twice = rows.find(({ identifier }) => !added.has(identifier));
    if (twice) throw duplicate(twice.identifier);
    rowCount += rows.length;
  };
  const abandon = async (): Promise<void> => {
    await removeVersion(database, dataset, started.version, generation);
    await lease.release();
  };
  return {
    add: async ({ product, picture }: DraftProduct) => {
      if (isEnded) throw ended();
      if (picture) dimensions = checkDimensions(product.identifier, picture, dimensions);
      const row = toStoredRow(product, picture, draft.fields);
      if (batch.has(row.identifier)) throw duplicate(product.identifier);
      batch.set(row.identifier, row);
      for (const name of Object.keys(product.fields)) carriers.set(name, (carriers.get(name) ?? 0) + 1);
      if (batch.size >= rowsPerStatement) await flush();
    },
    finish: async (progress = () => undefined) => {
      end();
      try {
        // A publisher that was too slow has lost its tables to the next one.
        await lease.renew(database);
        await flush();
        const merged = await mergeChanges(parts, dimensions);
        const size = rowCount + merged.growth;
        const summary = await completeProducts(parts, { ...merged, size, carriers }, progress);
        await lease.release();
        return summary;
      } catch (error) {
        await abandon().catch(() => undefined);
        throw error;
      }
    },
    abandon: async () => {
      end();
      await abandon();
    },
  };
};

type Merged = {
  readonly dimensions: Dimensions | null;
  readonly changesThrough: number;
  readonly growth: number;
};

/** Applies the live changes that the draft lacks, as rows of the version itself. */
const mergeChanges = async (
  { database, dataset, draft, asOf, started }: BuilderParts,
  dimensions: Dimensions | null,
): Promise<Merged> => {
  const table = tableOf('products', started.generation);
  return database.transaction(async (queries) => {
    const locked = await lockDataset(queries, dataset);
    const changes = await readChanges(queries, dataset, { asOf });
    const folded = await foldIntoVersion(queries, started.generation, changes, dimensions);
    const removed = await queries.query<{ identifier: string }>(
      sql`DELETE FROM ${table} WHERE identifier = ANY(${folded.identifiers}::text[]) RETURNING identifier`,
    );
    const rows = folded.states.map(({ product, picture }) => toStoredRow(product, picture, draft.fields));
    await insertRows(queries, table, rows);
    return {
      dimensions: folded.dimensions,
      changesThrough: locked?.lastChange ?? 0,
      growth: rows.length - removed.length,
    };
  });
};

const completeProducts = async (
  { database, dataset, draft, asOf, lease, started, distributeFrom }: BuilderParts,
  {
    dimensions,
    changesThrough,
    size,
    carriers,
  }: Merged & {
    readonly size: number;
    readonly carriers: ReadonlyMap<string, number>;
  },
  progress: Progress,
) => {
  const { generation, version } = started;
  progress('Indexing words', 0, null);
  const statistics = await indexText(database, generation, draft, { products: size, carriers });
  progress('Indexing values and vectors', 0, null);
  const [gate] = draft.plans.flatMap(({ same }) => same.fields);
  if (gate !== undefined) await groupRows(database, generation, toStorableText(gate));
  const isDistributed = await distributeRows(database, generation, size, distributeFrom);
  await createIndexes(database, 'product-indexes', { generation });
  const length = dimensions === null ? 0 : countNumbers(dimensions);
  if (length > 0) await createIndexes(database, 'vector-index', { generation, dimensions: length });
  const about: ProductAbout = {
    fields: [...draft.fields],
    language: draft.language,
    model: draft.model,
    dimensions,
    ...(draft.titleWeight !== undefined && { titleWeight: draft.titleWeight }),
    ...(draft.minimumScore !== undefined && { minimumScore: draft.minimumScore }),
    ...(draft.comparison !== undefined && { comparison: draft.comparison }),
    statistics: {
      primary: [...statistics.primary],
      wordTotals: [...statistics.wordTotals],
      carrierCounts: [...statistics.carrierCounts],
    },
  };
  const checksum = await computeProductChecksum(database, generation);
  await lease.renew(database);
  return completeVersion(database, dataset, version, {
    checksum,
    size,
    about,
    changesThrough,
    asOf,
    tables: ['products', 'terms'].map((kind) => `kindred.${kind}_${generation}`),
    isDistributed,
  });
};

/** Of the rows as built, in the order of their identifiers. */
export const computeProductChecksum = async (
  database: Pick<Database, 'query' | 'script'>,
  generation: number,
): Promise<string> => {
  const hash = createHash('sha256');
  for await (const page of readProductPages(database, generation))
    for (const { product, pictureHash } of page) hash.update(`${pictureHash ?? ''} ${product}\n`);
  return hash.digest('hex');
};
