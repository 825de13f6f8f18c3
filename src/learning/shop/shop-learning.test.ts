import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Website } from '../../domain/website.ts';
import { openEmbeddedEngine } from '../../engine/embedded/embedded.ts';
import type { Engine } from '../../engine/engine.ts';
import { openKeyring } from '../../store/keys/keyring.ts';
import { openStore } from '../../store/sqlite/open-store.ts';
import { createShopperBehaviour } from './behaviour.ts';
import { createShopLearning, type ShopLearning } from './shop-learning.ts';
import { createPublishing } from '../../imports/publishing.ts';

let folder: string;
let engine: Engine;
let learning: ShopLearning;
let shop: Website;
let bare: Website;
let tracker: string;
let close: () => void;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-learning-'));
  const now = () => new Date('2026-11-15T12:00:00Z');
  const secrets = openKeyring({ secretKey: null, dataDir: folder });
  const store = await openStore({ file: join(folder, 'kindred.sqlite'), keyring: secrets });
  close = () => store.close();
  engine = await openEmbeddedEngine({ folder: join(folder, 'versions') });
  const behaviour = createShopperBehaviour(folder, now);
  const embedder = () => Promise.reject(new Error('nothing is embedded here'));
  const publishing = createPublishing({ store, engine, behaviour, embedder, dataDir: folder, fetch, now });
  learning = createShopLearning({ store, behaviour, publishing, dataDir: folder });
  const put = (name: string): Promise<Website> =>
    store.websites.put('test', { name, displayName: name, language: 'en', url: null, synonyms: [] });
  [shop, bare] = [await put('shop'), await put('bare')];
  ({ tracker } = await store.datasets.put(shop.id, 'test', {
    ...{ name: 'searches', kind: 'keywords', source: null, fields: [], productsId: null, model: null },
    learning: {},
  }));
});
afterAll(async () => {
  await engine.close();
  close();
  await rm(folder, { recursive: true, force: true });
});

const file = async (name: string, text: string): Promise<string> => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};
const suggested = async (pattern: string): Promise<string[]> => {
  const answer = await engine
    .keywords(tracker)
    ?.suggest({ pattern, size: 10, directions: ['refine', 'next'] });
  return answer?.suggestions.map(({ displayText }) => displayText) ?? [];
};
const kept = (): Promise<string> => readFile(join(folder, 'keywords', `${tracker}.ndjson`), 'utf8');

describe('counts of keywords', () => {
  it('are published immediately, from columns that the operator names', async () => {
    const export_ = await file('own.csv', 'wording,n\nwool socks,12\nwool hat,5\n');
    const taken = await learning.importFile(shop, export_, { columns: { keyword: 'wording', count: 'n' } });
    expect(taken).toMatchObject({ counts: 2, events: 0, faults: 0, published: [{ rows: 2, reason: null }] });
    expect(await suggested('wool socks')).toEqual(['wool hat']);
  });

  it('keep their numbers, whatever an analytics program calls the column', async () => {
    const text = 'Search Term,Total Unique Searches\nwool hat,"1,204"\nwool socks,7\n';
    await learning.importFile(shop, await file('analytics.csv', text), {});
    expect(await kept()).toBe('{"keyword":"wool hat","count":1204}\n{"keyword":"wool socks","count":7}\n');
  });

  it('stay unchanged when too many rows are bad', async () => {
    const before = await kept();
    const bad = Array.from({ length: 60 }, () => 'x,many\n').join('');
    const export_ = await file('bad.csv', `keyword,count\nwool scarf,1\n${bad}`);
    await expect(learning.importFile(shop, export_, {})).rejects.toThrow('60 of 61 rows (98 %) are bad');
    expect(await kept()).toBe(before);
  });

  it('need a keyword dataset', async () => {
    const export_ = await file('top.csv', 'keyword,count\nlamp,1\n');
    await expect(learning.importFile(bare, export_, {})).rejects.toThrow('bare has no keyword dataset');
  });
});

describe('a file without usable rows', () => {
  it.each([
    ['empty.csv', '', 'it holds no rows.'],
    ['header.csv', 'shopper,at,query\n', 'it holds no rows.'],
    ['times.csv', 'shopper,at,query\na,soon,lamp\n', '"at" is no time: "soon".'],
  ])('%s says why', async (name, text, why) => {
    const taking = learning.importFile(shop, await file(name, text), {});
    await expect(taking).rejects.toThrow(`Nothing could be learnt from ${join(folder, name)}: ${why}`);
  });

  it('with unknown columns is refused with their names and how to map them', async () => {
    const taking = learning.importFile(shop, await file('who.csv', 'who,when,what\na,b,c\n'), {});
    await expect(taking).rejects.toMatchObject({
      message: 'Neither searches (shopper, time, query) nor keyword counts: who, when, what.',
      nextStep: expect.stringContaining('--shopper, --at and --query') as unknown,
    });
  });
});

it('forgetting a shopper returns the number of removed events, also when there are none', async () => {
  const log = await file(
    'log.csv',
    'shopper,at,query\nanna,2026-11-15 10:00,tent\nanna,2026-11-15 10:01,stove\n',
  );
  await learning.importFile(shop, log, {});
  expect(await learning.forgetShopper(shop, 'ana')).toBe(0);
  expect(await learning.forgetShopper(shop, 'anna')).toBe(2);
  expect(await learning.forgetShopper(shop, 'anna')).toBe(0);
});
