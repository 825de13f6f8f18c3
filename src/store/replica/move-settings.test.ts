import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEngineDatabase } from '../../../test/support/postgres/engine-database.ts';
import { dropEngineSchema } from '../../../test/support/postgres/pglite-database.ts';
import { aDataset, aSearchBox, aSubscription, aWebsite } from '../../../test/support/store/test-shop.ts';
import { Fault } from '../../errors.ts';
import type { Database } from '../../postgres/sql.ts';
import { openDatabase } from '../database/database.ts';
import { openKeyring } from '../keys/keyring.ts';
import { openStore } from '../sqlite/open-store.ts';
import type { Store } from '../store.ts';
import { findMove } from './moved-database.ts';
import { pullRows, pushRows } from './shared-rows.ts';
import { createDatabaseMover, createFileMover } from './move-settings.ts';
import { listTables } from './changed-rows.ts';

/* Settings on their way from a file to PostgreSQL and back, with services that have them open. */

const schema = 'kindred';
const there = '11111111-1111-4111-8111-111111111111';
const back = '22222222-2222-4222-8222-222222222222';

let database: Awaited<ReturnType<typeof openEngineDatabase>>;
let shared: Database;
let folder: string;
let file: string;
const opened: Store[] = [];

beforeAll(async () => {
  database = await openEngineDatabase();
  shared = database.open();
});
afterAll(async () => {
  await shared.close();
  await database.close();
});
beforeEach(async () => {
  await dropEngineSchema(shared);
  folder = mkdtempSync(join(tmpdir(), 'kindred-mover-'));
  file = join(folder, 'kindred.sqlite');
  return () => {
    for (const store of opened.splice(0)) store.close();
    rmSync(folder, { recursive: true, force: true });
  };
});

const openShop = async (path = file): Promise<Store> => {
  const store = await openStore({
    file: path,
    keyring: openKeyring({ secretKey: 'ab'.repeat(32), dataDir: folder }),
  });
  opened.push(store);
  return store;
};
const fill = async (store: Store): Promise<number> => {
  const website = await store.websites.put('test', aWebsite('luma'));
  const dataset = await store.datasets.put(website.id, 'test', aDataset());
  await store.boxes.put(website.id, 'test', aSearchBox(dataset.id));
  await store.subscriptions.put(website.id, 'test', aSubscription());
  return website.id;
};
/** Every row of every table, in a fixed order. */
const dump = (path = file): unknown => {
  const database = openDatabase(path);
  try {
    return listTables(database).map(({ name, keyColumns }) => [
      name,
      database.all(`SELECT * FROM main.${name} ORDER BY ${keyColumns.join(', ')}`).map((row) => ({ ...row })),
    ]);
  } finally {
    database.close();
  }
};
const toDatabase = (id = there, path = file) => createDatabaseMover({ file: path, shared, schema, id });
const toFile = (id = back, path = file) => createFileMover({ file: path, shared, schema, id });
type Mover = ReturnType<typeof toDatabase> | ReturnType<typeof toFile>;
const moveAll = async (mover: Mover): Promise<number> => {
  const rows = await mover.check();
  await mover.refuse();
  await mover.move();
  return rows;
};
const codeOf = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    await work();
    return 'done';
  } catch (error) {
    return error instanceof Fault ? error.code : String(error);
  }
};
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Fault ? error.code : String(error)),
  );

describe('settings that move to a database', () => {
  it('arrive with every row, and the service that had them refuses changes and goes on reading', async () => {
    const store = await openShop();
    const websiteId = await fill(store);
    const before = dump();
    expect(await codeOf(() => store.websites.put('test', aWebsite('second')))).toBe('done');
    const rows = await moveAll(toDatabase());
    expect(rows).toBeGreaterThan(8);
    const changes = [
      () => store.websites.put('test', aWebsite('third')),
      () => store.websites.put('test', { ...aWebsite('luma'), displayName: 'Renamed' }),
      () => store.websites.remove('test', websiteId),
    ];
    expect(await Promise.all(changes.map(codeOf))).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(store.websites.list().map(({ name }) => name)).toEqual(['luma', 'second']);
    expect(store.directory().website(1)?.name).toBe('luma');
    expect(before).not.toEqual(dump());
    expect((await pullRows(shared, schema, 0)).rows.filter(({ row }) => row !== null).length).toBeGreaterThan(
      rows,
    );
    expect(await findMove(shared, schema)).toEqual({ id: there, state: 'here' });
  });

  it('come back as they were, with keys and an audit chain that is whole', async () => {
    const store = await openShop();
    const websiteId = await fill(store);
    const clear = (await store.subscriptions.reveal(websiteId, 1)).primary;
    await moveAll(toDatabase());
    const moved = dump();
    const other = join(folder, 'other', 'kindred.sqlite');
    await moveAll(toFile(back, other));
    expect(dump(other)).toEqual(moved);
    const returned = await openShop(other);
    expect((await returned.subscriptions.reveal(websiteId, 1)).primary).toBe(clear);
    expect(returned.directory().subscriptionByKey(clear)?.websiteId).toBe(websiteId);
    expect(returned.audit.verify()).toBeNull();
    // The next id is one that was never used.
    expect((await returned.websites.put('test', aWebsite('next'))).id).toBeGreaterThan(websiteId);
    expect(await findMove(shared, schema)).toEqual({ id: back, state: 'gone' });
  });

  it('are refused by the database once they have left it, with a class that nodes answer 503 for', async () => {
    await fill(await openShop());
    await moveAll(toDatabase());
    const { revision } = await pullRows(shared, schema, 0);
    await toFile().refuse();
    const refused = await pushRows(shared, schema, revision, []).catch((error: unknown) => error);
    expect([refused, (refused as Error).cause]).toContainEqual(expect.objectContaining({ code: '57P03' }));
    await toFile().accept();
    await expect(pushRows(shared, schema, revision, [])).resolves.toBe(revision + 1);
  });

  it('may go to the same database again after they came back', async () => {
    await fill(await openShop());
    await moveAll(toDatabase());
    await moveAll(toFile());
    await (await openShop()).websites.put('test', aWebsite('later'));
    const third = '33333333-3333-4333-8333-333333333333';
    await moveAll(toDatabase(third));
    const { rows } = await pullRows(shared, schema, 0);
    const names = rows
      .filter(({ table }) => table === 'websites')
      .map(({ row }) => JSON.parse(row ?? '{}') as unknown);
    expect(names).toEqual([
      expect.objectContaining({ name: 'luma' }),
      expect.objectContaining({ name: 'later' }),
    ]);
    await expect(pushRows(shared, schema, 1, [])).resolves.toBe(2);
  });
});

describe('a move that is interrupted', () => {
  const steps = ['check', 'refuse', 'move'] as const;

  it.each(steps.slice(1))('to a database after %s, goes on when it is run again', async (last) => {
    await fill(await openShop());
    const before = dump();
    for (const step of steps.slice(0, steps.indexOf(last) + 1)) await toDatabase()[step]();
    await moveAll(toDatabase());
    expect(dump()).toEqual(before);
    const other = join(folder, 'other.sqlite');
    await moveAll(toFile(back, other));
    expect(dump(other)).toEqual(before);
  });

  it.each(steps.slice(1))('to a file after %s, goes on when it is run again', async (last) => {
    await fill(await openShop());
    await moveAll(toDatabase());
    const before = dump();
    for (const step of steps.slice(0, steps.indexOf(last) + 1)) await toFile()[step]();
    await moveAll(toFile());
    expect(dump()).toEqual(before);
    expect(await codeOf(async () => (await openShop()).websites.put('test', aWebsite('later')))).toBe('done');
  });

  it('does not overwrite what nodes changed after it was finished', async () => {
    await fill(await openShop());
    await moveAll(toDatabase());
    await pushRows(shared, schema, 1, [
      { table: 'websites', key: '[9]', row: '{"id":9,"name":"of a node"}' },
    ]);
    await moveAll(toDatabase());
    const { revision, rows } = await pullRows(shared, schema, 1);
    expect([revision, rows.length]).toEqual([2, 1]);
  });

  it('can be given up: the file accepts changes, and another one may begin', async () => {
    const store = await openShop();
    await fill(store);
    const mover = toDatabase();
    for (const step of ['check', 'refuse'] as const) await mover[step]();
    await mover.cancel();
    expect(await codeOf(() => store.websites.put('test', aWebsite('second')))).toBe('done');
    await moveAll(toDatabase(back));
    expect(await refusal(toDatabase(back).cancel())).toBe('conflict');
  });

  it('in the other direction can be given up too: nodes may change the database', async () => {
    await fill(await openShop());
    await moveAll(toDatabase());
    for (const step of ['check', 'refuse'] as const) await toFile()[step]();
    await toFile().cancel();
    await expect(pushRows(shared, schema, 1, [])).resolves.toBe(2);
    await moveAll(toFile());
    expect(await refusal(toFile().cancel())).toBe('conflict');
  });
});

describe('a move that would lose settings is refused', () => {
  it.each<[string, () => Promise<string>]>([
    [
      'from a file that is not there',
      () => refusal(toDatabase().check()).then((code) => `${code} ${existsSync(file)}`),
    ],
    [
      'from a database without tables',
      () => refusal(toFile().check()).then((code) => `${code} ${existsSync(file)}`),
    ],
  ])('%s', async (_, attempt) => {
    expect(await attempt()).toBe('not-found false');
  });

  it('to a database that has settings', async () => {
    const other = join(folder, 'other', 'kindred.sqlite');
    await fill(await openShop());
    await fill(await openShop(other));
    await moveAll(toDatabase(back, other));
    expect(await refusal(toDatabase().check())).toBe('conflict');
    expect(await refusal(toDatabase().move())).toBe('conflict');
  });

  it('to a file that has settings of its own', async () => {
    const other = join(folder, 'other', 'kindred.sqlite');
    await fill(await openShop());
    await fill(await openShop(other));
    await moveAll(toDatabase());
    expect(await refusal(toFile(back, other).check())).toBe('conflict');
    expect(await refusal(toFile(back, other).move())).toBe('conflict');
  });
});
