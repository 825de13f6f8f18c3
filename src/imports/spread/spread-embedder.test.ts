import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createServerDatabase,
  serverUrl,
  withoutServer,
} from '../../../test/support/postgres/server-database.ts';
import type { Embedder } from '../../embedder/embedder.ts';
import { openPool } from '../../postgres/open-pool.ts';
import { type Database, sql } from '../../postgres/sql.ts';
import { openPictureQueue, type PictureQueue } from './picture-queue.ts';
import { helpEmbedding, nameKind, spreadEmbedder } from './spread-embedder.ts';

/* Nodes with one database and embedders of their own, whose vectors are made of the bytes. */

const broken = Buffer.from('broken');
const pictures = [...Array.from({ length: 60 }, (_, at) => Buffer.from([at, at * 3, 7])), broken];

/** Resolves when so many have called it. */
const waitForEach = (names: number): ((name: string) => Promise<void>) => {
  const called = new Set<string>();
  const all = Promise.withResolvers<void>();
  return (name) => {
    if (called.add(name).size === names) all.resolve();
    return all.promise;
  };
};

const openEmbedder = (name: string, model = 'bytes', wait = waitForEach(1)) => {
  let embedded = 0;
  const behindAddress: Embedder = {
    ...{ model, looksDimensions: 3, colourDimensions: 1 },
    embed: async (given) => {
      embedded += given.length;
      await wait(name);
      return given.map((bytes) =>
        Buffer.from(bytes).equals(broken)
          ? { ok: false, reason: `${name} cannot read it` }
          : { ok: true, embedding: { looks: Float32Array.from(bytes), colour: Float32Array.of(0.1) } },
      );
    },
    close: () => Promise.resolve(),
  };
  const embedder: Embedder = { ...behindAddress, embedCopies: () => Promise.resolve([]) };
  return { behindAddress, embedder, embedded: () => embedded };
};

if (serverUrl === undefined)
  it('imports share pictures through a database', (context) => context.skip(withoutServer));
else
  describe('pictures of an import', () => {
    let created: Awaited<ReturnType<typeof createServerDatabase>>;
    let database: Database;
    let importing: PictureQueue;
    let helping: PictureQueue;
    const stopping: AbortController[] = [];
    const helpers: Promise<unknown>[] = [];

    beforeAll(async () => {
      created = await createServerDatabase();
      database = openPool({ url: created.url });
    });
    afterAll(async () => {
      await database.close();
      await created.drop();
    });
    beforeEach(() => {
      importing = openPictureQueue({ database, node: 'importing', takenSeconds: 300 });
      helping = openPictureQueue({ database, node: 'helping', takenSeconds: 300 });
    });
    afterEach(async () => {
      for (const each of stopping.splice(0)) each.abort();
      await Promise.all(helpers.splice(0));
      await database.script('TRUNCATE kindred.embedding_picture, kindred.embedding_node');
    });

    const help = async ({ embedder }: { embedder: Embedder }): Promise<void> => {
      await helping.announce();
      const stop = new AbortController();
      stopping.push(stop);
      const parts = { queue: helping, embedder: () => Promise.resolve(embedder), signal: stop.signal };
      helpers.push(helpEmbedding({ ...parts, idleMs: 300_000 }));
    };
    const countRows = async (): Promise<{ all: number; done: number } | undefined> => {
      const [row] = await database.query<{ all: number; done: number }>(
        sql`SELECT count(*)::int AS all, count(*) FILTER (WHERE is_done)::int AS done FROM kindred.embedding_picture`,
      );
      return row;
    };
    const none = { all: 0, done: 0 };
    const alone = () => openEmbedder('one').embedder.embed(pictures);

    it('are embedded by all nodes, with the vectors of one; nothing is left', async () => {
      const wait = waitForEach(2);
      const [one, other] = [openEmbedder('one', 'bytes', wait), openEmbedder('other', 'bytes', wait)];
      await help(other);
      const results = await spreadEmbedder(one.embedder, null, importing).embed(pictures);
      expect(results).toEqual(await alone());
      expect(Math.min(one.embedded(), other.embedded())).toBeGreaterThan(0);
      // What the other node cannot embed is tried here.
      expect(one.embedded() + other.embedded()).toBeLessThanOrEqual(pictures.length + 1);
      expect(await countRows()).toEqual(none);
    });

    it('are embedded here when the node that took some has ended', async () => {
      const one = openEmbedder('one');
      await helping.announce();
      const kind = nameKind(one.embedder);
      const ending = openPictureQueue({ database, node: 'helping', takenSeconds: 0.2 });
      const results = spreadEmbedder(one.embedder, null, importing).embed(pictures);
      let taken: number;
      do taken = (await ending.take(kind, null)).length;
      while (taken === 0);
      expect(await results).toEqual(await alone());
      expect(one.embedded()).toBe(pictures.length);
      expect(await countRows()).toEqual(none);
    });

    it('are not taken by a node with another model', async () => {
      const [one, other] = [openEmbedder('one'), openEmbedder('other', 'another')];
      await help(other);
      const results = await spreadEmbedder(one.embedder, null, importing).embed(pictures);
      expect(results).toEqual(await alone());
      expect([one.embedded(), other.embedded()]).toEqual([pictures.length, 0]);
    });

    it('are not sent anywhere without other nodes, or for a model behind an address', async () => {
      const one = openEmbedder('one');
      const ask = () => Promise.reject(new Error('This must not be asked.'));
      await spreadEmbedder(one.embedder, null, { ...importing, ask }).embed(pictures);
      await helping.announce();
      await spreadEmbedder(one.behindAddress, null, { ...importing, ask }).embed(pictures);
      expect(one.embedded()).toBe(2 * pictures.length);
    });

    it('are embedded here when the database loses them or goes away; a failure of the model is reported', async () => {
      const one = openEmbedder('one');
      await helping.announce();
      const lost = {
        ...importing,
        take: async () => {
          await database.script('TRUNCATE kindred.embedding_picture');
          return [];
        },
      };
      expect(await spreadEmbedder(one.embedder, null, lost).embed(pictures)).toEqual(await alone());
      const away = { ...importing, take: () => Promise.reject(new Error('The database is away.')) };
      expect(await spreadEmbedder(one.embedder, null, away).embed(pictures)).toEqual(await alone());
      const failing = { ...one.embedder, embed: () => Promise.reject(new Error('no model')) };
      await expect(spreadEmbedder(failing, null, importing).embed(pictures)).rejects.toThrow('no model');
    });

    it('that an import left are there for the next one, and removed when nobody asks again', async () => {
      const [one, other] = [openEmbedder('one'), openEmbedder('other')];
      const kind = nameKind(one.embedder);
      for (const [at, bytes] of pictures.entries())
        await importing.ask({ kind, source: null }, `${at}`, bytes);
      await help(other);
      const all = pictures.length;
      await expect.poll(countRows).toEqual({ all, done: all });
      await database.script(`UPDATE kindred.embedding_picture SET asked_at = now() - interval '11 minutes'`);
      await helping.announce();
      expect(await countRows()).toEqual(none);
    });
  });
