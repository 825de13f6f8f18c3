import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  dataset,
  draft,
  listIdentifiers,
  openReader,
  publish,
  searchFrom,
  shop,
} from '../../../../test/contract/shop.ts';
import { openEmbeddedEngine } from '../embedded.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-hold-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const emptyFile = async (name: string): Promise<void> => {
  const paths = await readdir(folder, { recursive: true });
  for (const path of paths.filter((each) => each.endsWith(name))) await truncate(join(folder, path), 0);
};

describe('an engine whose folder is on another machine', () => {
  it.each([
    [true, 'answers from memory'],
    [false, 'would answer from the files'],
  ])('holds files: %s, %s', async (holdsFiles) => {
    const publisher = await openEmbeddedEngine({ folder });
    await publish(publisher, dataset, draft, shop);
    await publisher.close();
    const engine = await openEmbeddedEngine({ folder, holdsFiles });
    await emptyFile('neighbours.bin');
    await emptyFile('looks.bin');
    const ask = async () => listIdentifiers(await searchFrom(openReader(engine), 'source'));
    if (holdsFiles) expect(await ask()).toEqual(['shirt-m', 'far']);
    else await expect(ask()).rejects.toThrow('ends at byte');
    await engine.close();
  });
});
