import { createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createServerDatabase,
  serverUrl,
  withoutServer,
} from '../../test/support/postgres/server-database.ts';
import { openStoppableProxy } from '../../test/support/postgres/stoppable-proxy.ts';
import { openPool } from './open-pool.ts';
import { sql } from './sql.ts';

describe('a pool without a database', () => {
  it('answers with a fault that may be tried again', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const pool = openPool({ url: `postgres://kindred@127.0.0.1:${port}/kindred` });
    const unavailable = { code: 'unavailable', retryAfterSeconds: 1 };
    await expect(pool.query(sql`SELECT 1`)).rejects.toMatchObject(unavailable);
    await expect(pool.script('SELECT 1')).rejects.toMatchObject(unavailable);
    await expect(pool.transaction(async () => 1)).rejects.toMatchObject(unavailable);
    await pool.close();
    server.close();
  });

  it('closes while it tries to listen', async () => {
    const pool = openPool({ url: 'postgres://kindred@127.0.0.1:1/kindred' });
    await pool.listen('kindred_revision', () => undefined);
    await pool.close();
    await expect(pool.query(sql`SELECT 1`)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('a pool on a server', () => {
  const created = serverUrl === undefined ? null : createServerDatabase();
  afterAll(async () => (await created)?.drop());
  const open = async (skip: (reason: string) => void, more = {}) => {
    if (created === null) skip(withoutServer);
    return openPool({ url: (await created)?.url ?? '', ...more });
  };

  it('cancels a statement that takes too long', async (context) => {
    const pool = await open(context.skip, { statementTimeoutMs: 100 });
    await expect(pool.query(sql`SELECT pg_sleep(60)`)).rejects.toMatchObject({ code: 'unavailable' });
    await pool.close();
  });

  it('closes although a connection never ends', async (context) => {
    const pool = await open(context.skip, { closeTimeoutMs: 50 });
    const never = new Promise<void>(() => undefined);
    await new Promise<void>((begun) => {
      void pool.transaction(async () => {
        begun();
        await never;
      });
    });
    await pool.close();
    await expect(pool.query(sql`SELECT 1`)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('gives up a connection that does not answer, and opens another one', async (context) => {
    if (created === null) context.skip(withoutServer);
    const proxy = await openStoppableProxy((await created)?.url ?? '');
    const pool = openPool({ url: proxy.url, connections: 1, statementTimeoutMs: 100 });
    await pool.script('SELECT 1');
    proxy.stop();
    await expect(pool.query(sql`SELECT 1`)).rejects.toMatchObject({ code: 'unavailable' });
    proxy.resume();
    expect(await pool.query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    await pool.close();
    proxy.close();
  });

  it('opens no more connections than allowed, and all statements are answered', async (context) => {
    const pool = await open(context.skip, { connections: 3 });
    const rows = await Promise.all(
      Array.from({ length: 20 }, () =>
        pool.query<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid, pg_sleep(0.01)::text`),
      ),
    );
    expect(new Set(rows.flat().map(({ pid }) => pid)).size).toBeLessThanOrEqual(3);
    await pool.close();
  });

  it('rolls back a transaction that fails, and keeps faults of statements as they are', async (context) => {
    const pool = await open(context.skip);
    await pool.script('CREATE TABLE t (n int PRIMARY KEY)');
    const failing = pool.transaction(async (queries) => {
      await queries.query(sql`INSERT INTO t VALUES (1)`);
      await queries.query(sql`INSERT INTO t VALUES (1)`);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await pool.query(sql`SELECT * FROM t`)).toEqual([]);
    await pool.close();
  });

  it('delivers notifications, also after its connection was ended', async (context) => {
    const pool = await open(context.skip);
    let messages = 0;
    await pool.listen('kindred_test', () => (messages += 1));
    await expect.poll(() => messages).toBe(1);
    await pool.script("NOTIFY kindred_test, 'x'");
    await expect.poll(() => messages).toBe(2);
    await pool.script(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kindred-listener' AND datname = current_database()",
    );
    await expect.poll(() => messages).toBe(3);
    await pool.close();
  });
});
