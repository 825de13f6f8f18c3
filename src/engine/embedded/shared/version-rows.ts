import { createTablesFirst, defaultSchema, nameIn } from '../../../postgres/create-tables.ts';
import { type Database, type Queries, sql } from '../../../postgres/sql.ts';
import type { ProductChange, VersionId } from '../../engine.ts';
import { type LoggedChange, packChange, unpackChange } from '../../semantics/changes.ts';
import { lockConflict, movedFault } from '../storage/dataset-lock.ts';

export type SharedDataset = {
  readonly dataset: string;
  readonly live: VersionId | null;
  readonly lastChange: number;
  readonly discardedChange: number;
  /** To another place: nothing may be changed here. */
  readonly moved: boolean;
};

/** The text of its manifest. */
export type SharedVersionRow = { readonly version: VersionId; readonly manifest: string };

export type VersionRows = ReturnType<typeof createVersionRows>;

/** Any number of its own, for locks of datasets. */
const publishingLock = 7_201_516;

const encode = (change: ProductChange): string => JSON.stringify(packChange(change));

const tablesIn = (schema: string) => ({
  datasets: nameIn(schema, 'shared_dataset'),
  versions: nameIn(schema, 'shared_version'),
  changes: nameIn(schema, 'shared_change'),
});

type Tables = ReturnType<typeof tablesIn>;

/** Statements that are complete by themselves, in a transaction or alone. */
const createStatements = (queries: Queries, { datasets, versions, changes }: Tables) => ({
  /** Of one dataset, or all. */
  list: (dataset: string | null = null): Promise<readonly SharedDataset[]> =>
    queries.query<SharedDataset>(sql`
      SELECT dataset, live, last_change::float8 AS "lastChange", discarded_change::float8 AS "discardedChange", moved
      FROM ${datasets} WHERE ${dataset}::text IS NULL OR dataset = ${dataset} ORDER BY dataset`),
  /** Complete versions, newest first; only one where it is named. */
  versions: (dataset: string, version: VersionId | null = null): Promise<readonly SharedVersionRow[]> =>
    queries.query<SharedVersionRow>(sql`
      SELECT version, manifest FROM ${versions}
      WHERE dataset = ${dataset} AND (${version}::text IS NULL OR version = ${version}) ORDER BY version DESC`),
  add: async (dataset: string, { version, manifest }: SharedVersionRow): Promise<void> => {
    const [row] = await queries.query<{ moved: boolean }>(sql`
      INSERT INTO ${datasets} AS known (dataset) VALUES (${dataset})
      ON CONFLICT (dataset) DO UPDATE SET dataset = excluded.dataset RETURNING moved`);
    if (row?.moved === true) throw movedFault();
    await queries.query(sql`
      INSERT INTO ${versions} VALUES (${dataset}, ${version}, ${manifest}) ON CONFLICT DO NOTHING`);
  },
  /** False for a version that is live or not there. */
  remove: async (dataset: string, version: VersionId): Promise<boolean> => {
    const removed = await queries.query(sql`
      DELETE FROM ${versions} WHERE dataset = ${dataset} AND version = ${version}
        AND NOT EXISTS (SELECT FROM ${datasets} WHERE dataset = ${dataset} AND live = ${version})
      RETURNING version`);
    return removed.length > 0;
  },
  /** False for a version that is not complete. */
  makeLive: async (dataset: string, version: VersionId): Promise<boolean> => {
    const found = await queries.query<{ moved: boolean }>(sql`
      UPDATE ${datasets} SET live = CASE WHEN moved THEN live ELSE ${version} END
      WHERE dataset = ${dataset}
        AND EXISTS (SELECT FROM ${versions} WHERE dataset = ${dataset} AND version = ${version}) RETURNING moved`);
    if (found[0]?.moved === true) throw movedFault();
    return found.length > 0;
  },
  changesAfter: async (dataset: string, sequence: number): Promise<LoggedChange[]> => {
    const rows = await queries.query<{ sequence: number; change: string }>(sql`
      SELECT sequence::float8 AS sequence, change FROM ${changes}
      WHERE dataset = ${dataset} AND sequence > ${sequence}::bigint ORDER BY sequence`);
    return rows.map((row) => ({ sequence: row.sequence, change: unpackChange(JSON.parse(row.change)) }));
  },
  /** Numbers and stores them: whoever reads a number sees all changes before it. */
  append: async (dataset: string, added: readonly ProductChange[]): Promise<void> => {
    const stored = await queries.query(sql`
      WITH numbered AS (
        UPDATE ${datasets} SET last_change = last_change + ${added.length}::bigint
        WHERE dataset = ${dataset} AND NOT moved RETURNING last_change
      )
      INSERT INTO ${changes}
      SELECT ${dataset}, last_change - ${added.length}::bigint + n, change
      FROM numbered, unnest(${added.map(encode)}::text[]) WITH ORDINALITY AS c(change, n) RETURNING sequence`);
    if (stored.length < added.length) throw movedFault();
  },
  discardChanges: async (dataset: string, through: number): Promise<void> => {
    await queries.query(sql`
      WITH gone AS (DELETE FROM ${changes} WHERE dataset = ${dataset} AND sequence <= ${through}::bigint)
      UPDATE ${datasets} SET discarded_change = ${through}::bigint WHERE dataset = ${dataset}`);
  },
  /** What another place has besides versions. */
  adopt: async (
    { dataset, live, lastChange }: Pick<SharedDataset, 'dataset' | 'live' | 'lastChange'>,
    logged: readonly LoggedChange[],
  ): Promise<void> => {
    await queries.query(sql`
      WITH added AS (
        INSERT INTO ${changes} SELECT ${dataset}, sequence, change
        FROM unnest(${logged.map(({ sequence }) => sequence)}::bigint[],
          ${logged.map(({ change }) => encode(change))}::text[]) AS c(sequence, change)
        ON CONFLICT DO NOTHING)
      INSERT INTO ${datasets} (dataset, live, last_change) VALUES (${dataset}, ${live}, ${lastChange}::bigint)
      ON CONFLICT (dataset) DO UPDATE SET live = excluded.live, last_change = excluded.last_change`);
  },
  /** While it is set, or afterwards, nothing of any dataset can be changed. */
  setMoved: async (moved: boolean): Promise<void> => {
    await queries.query(sql`UPDATE ${datasets} SET moved = ${moved}`);
  },
});

/** The statements on versions that nodes share. */
export const createVersionRows = (given: Database, schema = defaultSchema) => {
  const script = new URL('shared-versions.sql', import.meta.url);
  const database = createTablesFirst(given, { schema, script, lastTable: 'shared_version' });
  const tables = tablesIn(schema);
  return {
    ...createStatements(database, tables),
    /**
     * Nobody else publishes the dataset or removes its files during `work`. A process that dies or is cut off loses this
     * right, and with it what it has done by `rows`.
     */
    publish: <T>(
      dataset: string,
      work: (rows: ReturnType<typeof createStatements>) => Promise<T>,
    ): Promise<T> =>
      database.transaction(async (queries) => {
        const [lock] = await queries.query<{ taken: boolean }>(sql`
          SELECT pg_try_advisory_xact_lock(hashtextextended(${dataset}, ${publishingLock})) AS taken`);
        if (lock?.taken !== true) throw lockConflict();
        return work(createStatements(queries, tables));
      }),
  };
};
