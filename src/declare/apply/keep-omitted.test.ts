import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fullExample } from '../../../test/support/full-declaration.ts';
import { openKeyring } from '../../store/keys/keyring.ts';
import { openStore } from '../../store/sqlite/open-store.ts';
import type { Store } from '../../store/store.ts';
import { describeWebsite } from '../describe/describe.ts';
import { applyDeclaration, listDifferences } from './apply.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-keep-'));
  store = await openStore({
    file: join(folder, 'kindred.sqlite'),
    keyring: openKeyring({ secretKey: '7'.repeat(64), dataDir: folder }),
  });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const apply = (input: unknown, keepOmitted = true) =>
  applyDeclaration({ store, actor: 'test', baseFolder: '/shop', keepOmitted })(input);
const describeStored = () => {
  const website = store.websites.byName(fullExample().website.name);
  if (website === null) throw new Error('The website was not created.');
  return describeWebsite(store, website);
};

describe('a declaration that leaves something out', () => {
  it('keeps it, for the website and for every item, and changes only what it names', async () => {
    await apply(fullExample());
    const before = describeStored();
    const [dataset] = before.datasets ?? [];
    const [box] = before.boxes ?? [];
    await apply({ website: { name: before.website.name } });
    expect(describeStored()).toEqual(before);
    await apply({
      website: { name: before.website.name, displayName: 'Changed' },
      datasets: [{ name: dataset?.name, kind: dataset?.kind }],
      boxes: [{ name: box?.name, kind: box?.kind, dataset: box?.dataset, cacheControl: 'no-store' }],
    });
    const after = describeStored();
    expect(after.website).toEqual({ ...before.website, displayName: 'Changed' });
    expect(after.datasets).toEqual(before.datasets);
    expect(after.boxes?.find(({ name }) => name === box?.name)).toEqual({ ...box, cacheControl: 'no-store' });
  });

  it('gets the default where it is applied as exact', async () => {
    await apply(fullExample());
    const { website } = describeStored();
    expect(website.synonyms?.length).toBeGreaterThan(0);
    expect(website.redirects?.length).toBeGreaterThan(0);
    await apply({ website: { name: website.name } }, false);
    expect(describeStored().website).toMatchObject({ synonyms: [], redirects: [] });
  });

  it('is refused by the schema like any other when it is not valid', async () => {
    await apply(fullExample());
    for (const input of [
      null,
      [],
      'x',
      { website: { name: 7 } },
      { website: { name: 'luma' }, boxes: ['x'] },
    ])
      await expect(() => apply(input)).rejects.toThrow();
  });

  it('reports every field that an update changes', async () => {
    await apply(fullExample());
    const { website } = describeStored();
    const { website: changed } = await apply({ website: { name: website.name, displayName: 'Changed' } });
    expect(changed).toMatchObject({ change: 'updated' });
    expect(changed.differences).toEqual([
      { field: 'displayName', before: JSON.stringify(website.displayName), after: '"Changed"' },
    ]);
    expect((await apply({ website: { name: website.name } })).website).not.toHaveProperty('differences');
  });
});

describe('listDifferences', () => {
  it('shows values in short, and that a secret is set but not which', () => {
    const before = { a: 1, long: 'x', source: { password: 'hunter2' }, same: [1] };
    const after = { a: 2, long: 'y'.repeat(500), source: { password: 'other' }, same: [1], added: true };
    const found = listDifferences(before, after);
    expect(found.map(({ field }) => field)).toEqual(['a', 'long', 'source', 'added']);
    expect(found[1]?.after.length).toBeLessThan(130);
    expect(found[2]).toEqual({ field: 'source', before: 'set', after: 'set' });
    expect(found[3]).toEqual({ field: 'added', before: 'none', after: 'true' });
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });
});
