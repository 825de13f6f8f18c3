import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  dataset,
  draft,
  openReader,
  otherDataset,
  publish,
  scanIdentifiers,
  shop,
} from '../../../test/contract/shop.ts';
import { createProduct } from '../../../test/support/engine/catalogue-arbitraries.ts';
import type { Engine } from '../engine.ts';
import { openEmbeddedEngine } from './embedded.ts';
import { createFolderMover } from './move-versions.ts';
import { tryDatasetLock } from './storage/dataset-lock.ts';

/* Versions that move to another folder while an engine serves from the old one. */

let folder: string;
let from: string;
let to: string;
const engines: Engine[] = [];
const open = async (path: string): Promise<Engine> => {
  const engine = await openEmbeddedEngine({ folder: path, serves: false });
  engines.push(engine);
  return engine;
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-folders-'));
  [from, to] = [join(folder, 'from'), join(folder, 'to')];
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const mover = (timeoutMs = 60_000) => createFolderMover(from, to, timeoutMs);
const copy = () => mover().copy(() => undefined);
const put = (identifier: string, at = 1) => ({
  kind: 'put' as const,
  at,
  product: createProduct(identifier),
  picture: null,
});
const moveAll = async (): Promise<void> => {
  const parts = mover();
  await parts.check(true);
  await copy();
  await parts.refuse();
  await copy();
  await parts.finish();
};

describe('versions that move to another folder', () => {
  it('are served there with their live changes, and refused at the old place', async () => {
    const old = await open(from);
    await publish(old, dataset, draft, shop);
    const { version } = await publish(old, dataset, draft, shop.slice(1));
    await publish(old, otherDataset, draft, shop.slice(2));
    expect(await mover().check(false)).toEqual({ datasets: 2, versions: 3 });
    expect(await copy()).toBe(3);
    await old.change(dataset, [put('late')]);
    await moveAll();
    const fresh = await open(to);
    expect(openReader(fresh).version).toBe(version);
    expect(await scanIdentifiers(openReader(fresh))).toEqual(await scanIdentifiers(openReader(old)));
    expect(await scanIdentifiers(openReader(fresh))).toContain('late');
    expect(await fresh.verify(dataset)).toEqual([]);
    const unavailable = { code: 'unavailable' };
    await expect(old.change(dataset, [put('lost')])).rejects.toMatchObject(unavailable);
    await expect(old.makeLive(dataset, version)).rejects.toMatchObject(unavailable);
    await expect(old.buildProducts(dataset, draft)).rejects.toMatchObject(unavailable);
    await expect(old.buildKeywords(dataset, 'en', [])).rejects.toMatchObject(unavailable);
    await fresh.change(dataset, [put('kept')]);
    expect(await scanIdentifiers(openReader(fresh))).toContain('kept');
  });

  it('are copied once: what is there already stays, and what was removed since goes', async () => {
    const old = await open(from);
    await publish(old, dataset, draft, shop);
    expect([await copy(), await copy()]).toEqual([1, 0]);
    const [first] = await old.versions(dataset);
    await publish(old, dataset, draft, shop.slice(1));
    await old.discard(dataset, first?.version ?? '');
    expect(await copy()).toBe(1);
    const present = readdirSync(join(to, dataset)).filter((name) => name.includes('Z-'));
    expect(present).toEqual((await old.versions(dataset)).map(({ version }) => version));
  });

  it('wait for an import, and give up when it takes too long; it may publish then', async () => {
    const old = await open(from);
    const builder = await old.buildProducts(dataset, draft);
    for (const product of shop) await builder.add(product);
    await expect(mover(50).refuse()).rejects.toMatchObject({ code: 'conflict' });
    const { version } = await builder.finish();
    await old.makeLive(dataset, version);
    expect(openReader(old).version).toBe(version);
    await mover().refuse();
    expect(() => tryDatasetLock(join(from, dataset), 'publishing')).toThrow('moved');
    await mover().accept();
    tryDatasetLock(join(from, dataset), 'publishing')?.release();
  });

  it('are not put into a folder that somebody else uses', async () => {
    await publish(await open(from), dataset, draft, shop);
    await publish(await open(to), otherDataset, draft, shop);
    await expect(mover().check(false)).rejects.toMatchObject({ code: 'conflict' });
    expect(existsSync(join(to, otherDataset))).toBe(true);
  });

  it('may go back and forth, and a copy that was given up is free', async () => {
    const old = await open(from);
    await publish(old, dataset, draft, shop);
    await copy();
    await mover().cancel();
    await old.change(dataset, [put('again')]);
    expect(await mover().check(false)).toMatchObject({ datasets: 1 });
    await moveAll();
    const fresh = await open(to);
    await fresh.change(dataset, [put('there')]);
    const back = createFolderMover(to, from, 60_000);
    await back.check(false);
    await back.refuse();
    await back.copy(() => undefined);
    await back.finish();
    const returned = await open(from);
    expect(await scanIdentifiers(openReader(returned))).toEqual(await scanIdentifiers(openReader(fresh)));
    await returned.change(dataset, [put('here again')]);
    await expect(fresh.change(dataset, [put('lost')])).rejects.toMatchObject({ code: 'unavailable' });
  });
});
