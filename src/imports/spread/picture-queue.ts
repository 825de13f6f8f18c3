import { createTablesFirst, defaultSchema, nameIn, type Tables } from '../../postgres/create-tables.ts';
import { type Database, sql } from '../../postgres/sql.ts';

const pictureQueueDefaults = {
  /** Pictures that are taken at once. */
  taken: 4,
  /** A node that has not embedded what it took within this time may have ended: then others take it. */
  takenSeconds: 30,
  /** A node embeds for others as long as it said so within this time. */
  helpsSeconds: 5,
  /** What nobody asks for any longer is removed. An import embeds what it misses. */
  keptMinutes: 10,
} as const;

/** Pictures of one model, release and processor, and the model as its dataset names it; null: the default. */
export type PictureKind = { readonly kind: string; readonly source: string | null };

/** `picture` is left out of what an import takes back: it has the bytes. */
type TakenPicture = { readonly hash: string; readonly picture: Buffer | null };

type Options = {
  readonly database: Database;
  /** Of this machine: its imports ask other nodes only. */
  readonly node: string;
  readonly takenSeconds?: number;
};

/** Pictures that imports of all nodes wait for, by content. Each is embedded by whichever node is free. */
export const openPictureQueue = (options: Options) => {
  const { node, takenSeconds = pictureQueueDefaults.takenSeconds } = options;
  const database = createTablesFirst(options.database, tables);
  const [nodes, pictures] = ['embedding_node', 'embedding_picture'].map((name) =>
    nameIn(tables.schema, name),
  );
  const { taken, helpsSeconds, keptMinutes } = pictureQueueDefaults;
  return {
    /** This node embeds for others for the next seconds. Also removes what nobody waits for. */
    announce: async (): Promise<void> => {
      await database.query(sql`
        WITH gone AS (DELETE FROM ${nodes} WHERE until < now() - interval '1 day' AND node <> ${node}),
        forgotten AS (DELETE FROM ${pictures} WHERE asked_at < now() - make_interval(mins => ${keptMinutes}))
        INSERT INTO ${nodes} (node, until) VALUES (${node}, now() + make_interval(secs => ${helpsSeconds}))
        ON CONFLICT (node) DO UPDATE SET until = excluded.until`);
    },
    /** Whether another node embeds for this one. */
    hasHelp: async (): Promise<boolean> => {
      const rows = await database.query(
        sql`SELECT FROM ${nodes} WHERE node <> ${node} AND until > now() LIMIT 1`,
      );
      return rows.length > 0;
    },
    /** What imports of other nodes wait for. */
    listAsked: (): Promise<readonly PictureKind[]> =>
      database.query<PictureKind>(sql`
        SELECT DISTINCT kind, source FROM ${pictures}
        WHERE node <> ${node} AND NOT is_done AND taken_until < now()`),
    /** A second call does nothing, also of another import. */
    ask: async ({ kind, source }: PictureKind, hash: string, picture: Uint8Array): Promise<void> => {
      await database.query(sql`
        INSERT INTO ${pictures} (kind, hash, source, node, picture)
        VALUES (${kind}, ${hash}, ${source}, ${node}, ${Buffer.from(picture)}) ON CONFLICT DO NOTHING`);
    },
    /** The oldest that nobody works on: of `hashes`, or those of other nodes. */
    take: (kind: string, hashes: readonly string[] | null): Promise<readonly TakenPicture[]> =>
      database.query<TakenPicture>(sql`
        WITH free AS (
          SELECT kind, hash FROM ${pictures} WHERE kind = ${kind} AND NOT is_done AND taken_until < now()
            AND ${hashes === null ? sql`node <> ${node}` : sql`hash = ANY(${hashes}::text[])`}
          ORDER BY asked_at LIMIT ${taken} FOR UPDATE SKIP LOCKED
        )
        UPDATE ${pictures} asked SET taken_until = now() + make_interval(secs => ${takenSeconds})
        FROM free WHERE asked.kind = free.kind AND asked.hash = free.hash
        RETURNING asked.hash, ${hashes === null ? sql`picture` : sql`NULL::bytea AS picture`}`),
    /** `vectors`: null where they could not be computed here. */
    keep: async (kind: string, hash: string, vectors: Buffer | null): Promise<void> => {
      await database.query(sql`
        WITH counted AS (UPDATE ${nodes} SET embedded = embedded + 1 WHERE node = ${node})
        UPDATE ${pictures} SET vectors = ${vectors}, is_done = true WHERE kind = ${kind} AND hash = ${hash}`);
    },
    /** Those of `hashes` that are done. They are removed. */
    collect: (kind: string, hashes: readonly string[]) =>
      database.query<{ readonly hash: string; readonly vectors: Buffer | null }>(sql`
        DELETE FROM ${pictures} WHERE kind = ${kind} AND hash = ANY(${hashes}::text[]) AND is_done
        RETURNING hash, vectors`),
    /** Those of `hashes` that are still there. */
    listThere: async (kind: string, hashes: readonly string[]): Promise<readonly string[]> => {
      const rows = await database.query<{ readonly hash: string }>(
        sql`SELECT hash FROM ${pictures} WHERE kind = ${kind} AND hash = ANY(${hashes}::text[])`,
      );
      return rows.map(({ hash }) => hash);
    },
    /** Nobody waits for them any more. */
    remove: async (kind: string, hashes: readonly string[]): Promise<void> => {
      await database.query(
        sql`DELETE FROM ${pictures} WHERE kind = ${kind} AND hash = ANY(${hashes}::text[])`,
      );
    },
    close: (): Promise<void> => options.database.close(),
  };
};

const tables: Tables = {
  schema: defaultSchema,
  script: new URL('picture-queue.sql', import.meta.url),
  lastTable: 'embedding_picture',
};

export type PictureQueue = ReturnType<typeof openPictureQueue>;
