import { mkdtemp, readdir, rename, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  dataset,
  draft,
  listIdentifiers,
  openReader,
  otherDataset,
  publish,
  searchFrom,
  shop,
} from '../../../../test/contract/shop.ts';
import type { Engine } from '../../engine.ts';
import { openEmbeddedEngine } from '../embedded.ts';
import type { Problem } from '../live-versions.ts';

let root: string;
let folder: string;
let localFolder: string;
let problems: Problem[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kindred-copies-'));
  [folder, localFolder, problems] = [join(root, 'shared'), join(root, 'local'), []];
});
afterEach(() => rm(root, { recursive: true, force: true }));

const publishShop = async (name = dataset): Promise<string> => {
  const publisher = await openEmbeddedEngine({ folder });
  const { version } = await publish(publisher, name, draft, shop);
  await publisher.close();
  return version;
};

const openNode = (): Promise<Engine> =>
  openEmbeddedEngine({ folder, localFolder, pollMs: 10, onProblem: (problem) => problems.push(problem) });

const ask = async (engine: Engine): Promise<string[]> =>
  listIdentifiers(await searchFrom(openReader(engine), 'source'));

const emptyFiles = async (within: string, name: string): Promise<void> => {
  const paths = await readdir(within, { recursive: true });
  for (const path of paths.filter((each) => each.endsWith(name))) await truncate(join(within, path), 0);
};

const copiesOf = async (name: string): Promise<string[]> =>
  (await readdir(join(localFolder, name))).filter((each) => each !== '.locks');

describe('an engine whose folder is on another machine', () => {
  it('goes on answering while that folder is away', async () => {
    await publishShop();
    const engine = await openNode();
    await rename(folder, join(root, 'away'));
    expect(await ask(engine)).toEqual(['shirt-m', 'far']);
    await engine.close();
  });

  it('reads its own copy at the next start', async () => {
    const version = await publishShop();
    await (await openNode()).close();
    for (const name of ['looks.bin', 'neighbours.bin'])
      await emptyFiles(join(folder, dataset, version), name);
    const engine = await openNode();
    expect(await ask(engine)).toEqual(['shirt-m', 'far']);
    expect(problems).toEqual([]);
    await engine.close();
  });

  it('copies again what is damaged on this machine', async () => {
    await publishShop();
    await (await openNode()).close();
    await emptyFiles(localFolder, 'looks.bin');
    const engine = await openNode();
    expect(await ask(engine)).toEqual(['shirt-m', 'far']);
    expect(problems).toEqual([]);
    await engine.close();
  });

  it('names the file in the shared folder when that is damaged', async () => {
    await publishShop();
    await emptyFiles(folder, 'looks.bin');
    const engine = await openNode();
    expect(engine.products(dataset)).toBeNull();
    expect(problems.map(({ error }) => String(error))).toEqual([
      expect.stringMatching(/\/shared\/.*looks\.bin has 0 bytes/),
    ]);
    await engine.close();
  });

  it('copies a version once for two processes on one data folder', async () => {
    const first = await publishShop();
    const engines = await Promise.all([openNode(), openNode()]);
    const second = await publishShop();
    for (const engine of engines) {
      await expect.poll(() => openReader(engine).version).toBe(second);
      expect(await ask(engine)).toEqual(['shirt-m', 'far']);
    }
    expect(problems).toEqual([]);
    expect(await copiesOf(dataset)).toEqual([first, second]);
    for (const engine of engines) await engine.close();
  });

  it('keeps the version that it serves and the one before, and nothing of other datasets', async () => {
    await publishShop(otherDataset);
    const first = await publishShop();
    const engine = await openNode();
    expect(await copiesOf(dataset)).toEqual([first]);
    const second = await publishShop();
    await expect.poll(() => openReader(engine).version).toBe(second);
    const third = await publishShop();
    await expect.poll(() => openReader(engine).version).toBe(third);
    expect(await copiesOf(dataset)).toEqual([second, third]);
    await engine.close();
    await rm(join(folder, otherDataset), { recursive: true });
    await (await openNode()).close();
    expect(await readdir(localFolder)).toEqual([dataset]);
  });
});
