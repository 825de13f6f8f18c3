import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { type Database, sql } from '../../src/postgres/sql.ts';
import { openPostgresEngine } from '../../src/engine/postgres/postgres.ts';
import { dataset, draft, listIdentifiers, openReader, publish, searchFrom, shop } from '../contract/shop.ts';
import { createProduct } from '../support/engine/catalogue-arbitraries.ts';
import { openEngineDatabase } from '../support/postgres/engine-database.ts';
import { dropEngineSchema } from '../support/postgres/pglite-database.ts';

let opened: Awaited<ReturnType<typeof openEngineDatabase>>;
let database: Database;
let [first, second]: Engine[] = [];
const nodes = (): [Engine, Engine] => {
  if (!first || !second) throw new Error('The nodes are not open.');
  return [first, second];
};

beforeAll(async () => {
  opened = await openEngineDatabase();
  database = opened.open();
});
afterAll(async () => {
  await database.close();
  await opened.close();
});
beforeEach(async () => {
  await dropEngineSchema(database);
  first = await openPostgresEngine({ database: opened.open() });
  second = await openPostgresEngine({ database: opened.open() });
});
afterEach(async () => {
  for (const node of nodes()) await node.close();
});

const listTables = async (): Promise<string[]> => {
  const rows = await database.query<{ name: string }>(sql`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'kindred' AND table_name ~ '_[0-9]+$' ORDER BY 1`);
  return rows.map(({ name }) => name);
};

describe('two nodes on one database', () => {
  it('serve what either of them publishes', async () => {
    const [one, other] = nodes();
    const { version } = await publish(one, dataset, draft, shop);
    await expect.poll(() => other.products(dataset)?.version).toBe(version);
    expect(listIdentifiers(await searchFrom(openReader(other), 'source'))).toEqual(['shirt-m', 'far']);
    const later = await publish(other, dataset, draft, shop.slice(0, 2));
    await expect.poll(() => one.products(dataset)?.version).toBe(later.version);
  });

  it('see live changes and rollbacks of each other', async () => {
    const [one, other] = nodes();
    const { version } = await publish(one, dataset, draft, shop);
    await publish(one, dataset, draft, shop.slice(0, 3));
    await expect.poll(() => other.products(dataset)?.size).toBe(3);
    await other.change(dataset, [{ at: 1, kind: 'put', product: createProduct('new'), picture: null }]);
    await expect.poll(() => one.products(dataset)?.size).toBe(4);
    await one.makeLive(dataset, version);
    await expect.poll(() => other.products(dataset)?.version).toBe(version);
    expect((await openReader(other).rows(['new', 'far'])).map((row) => row.identifier)).toEqual([
      'new',
      'far',
    ]);
  });

  it('number the changes of both, in the order in which they were stored', async () => {
    const [one, other] = nodes();
    await publish(one, dataset, draft, shop);
    const setPrice = (price: number) =>
      [{ at: price, kind: 'update', identifier: 'far', set: { price } }] as const;
    await Promise.all([one.change(dataset, setPrice(1)), other.change(dataset, setPrice(2))]);
    const stored = await one.changes(dataset, 10);
    expect(stored.map(({ change }) => change.at).sort()).toEqual([1, 2]);
    expect((await other.product(dataset, 'far'))?.price).toBe(2);
  });

  it('let one of them publish a dataset at a time', async () => {
    const [one, other] = nodes();
    const builder = await one.buildProducts(dataset, draft);
    await expect(other.buildProducts(dataset, draft)).rejects.toMatchObject({ code: 'conflict' });
    await builder.abandon();
    await (await other.buildProducts(dataset, draft)).abandon();
  });

  it('take over from a publisher that ended, and what it left is removed', async () => {
    const [one, other] = nodes();
    const lost = await one.buildProducts(dataset, draft);
    await lost.add({ product: createProduct('half'), picture: null });
    await database.script("UPDATE kindred.dataset SET publisher_until = now() - interval '1 second'");
    await database.script("UPDATE kindred.version SET changed_at = now() - interval '1 day'");
    const { version } = await publish(other, dataset, draft, shop);
    await expect(lost.finish()).rejects.toMatchObject({ code: 'conflict' });
    expect((await other.versions(dataset)).map((each) => each.version)).toEqual([version]);
    expect(await listTables()).toHaveLength(2);
  });
});

describe('stored versions', () => {
  it('keep their rows for a while after they are discarded, then lose their tables', async () => {
    const [one] = nodes();
    const old = await publish(one, dataset, draft, shop);
    await publish(one, dataset, draft, shop);
    await one.discard(dataset, old.version);
    expect(await listTables()).toHaveLength(4);
    await database.script(
      "UPDATE kindred.version SET changed_at = now() - interval '1 day' WHERE state = 'discarded'",
    );
    await publish(one, dataset, draft, shop);
    expect(await listTables()).toHaveLength(4);
    expect(await one.versions(dataset)).toHaveLength(2);
  });

  it('are five, the live one included; older ones are discarded', async () => {
    const [one] = nodes();
    for (let count = 0; count < 7; count += 1) await publish(one, dataset, draft, shop.slice(0, 1));
    expect(await one.versions(dataset)).toHaveLength(5);
  });

  it('are reported when their rows were changed outside of Kindred', async () => {
    const [one] = nodes();
    const { version } = await publish(one, dataset, draft, shop);
    const keywords = await one.buildKeywords('22222222-2222-4333-8444-555555555555', 'en', [
      { text: 'red dress', displayText: 'Red dress', popularity: 1, suggestions: [] },
    ]);
    const tables = await listTables();
    await database.script(
      `DELETE FROM kindred.${tables.find((name) => name.startsWith('products'))} WHERE identifier = 'far'`,
    );
    await database.script(
      `UPDATE kindred.${tables.find((name) => name.startsWith('keywords'))} SET display = 'Blue'`,
    );
    expect(await one.verify(dataset)).toMatchObject([
      { version, problem: 'its rows do not match the checksum of the version' },
    ]);
    expect(await one.verify('22222222-2222-4333-8444-555555555555')).toMatchObject([
      { version: keywords.version },
    ]);
  });

  it('serve the version before when the description of the live one is damaged, and report it', async () => {
    const [one] = nodes();
    const good = await publish(one, dataset, draft, shop);
    const builder = await one.buildProducts(dataset, draft);
    const { version } = await builder.finish();
    await database.query(sql`UPDATE kindred.version SET about = '{}' WHERE version = ${version}`);
    await one.makeLive(dataset, version);
    expect(openReader(one).version).toBe(good.version);
    expect(one.problems()).toMatchObject([{ dataset, version, file: null }]);
    await one.makeLive(dataset, good.version);
    expect(one.problems()).toEqual([]);
  });

  it('hold texts that PostgreSQL cannot store as they are', async () => {
    const [one] = nodes();
    const odd = createProduct('odd', {
      displayText: `Lamp ${'x'.repeat(3_000)} \ud800 \0`,
      fields: { colour: 'a\0b', sizes: ["it's", '\\', '\ud800'] },
    });
    await publish(one, dataset, draft, [{ product: odd, picture: null }]);
    const [row] = await openReader(one).rows(['odd']);
    expect(Buffer.from(row?.record ?? []).toString()).toContain('Lamp xxx');
    const values = await openReader(one).fieldValues('sizes', 5);
    expect(values.map(({ name }) => name).sort()).toEqual(["it's", '\\', '\ufffd'].sort());
  });
});
