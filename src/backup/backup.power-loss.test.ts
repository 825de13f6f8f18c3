import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSurvival, listPowerSeeds } from '../../test/support/power-seeds.ts';
import { openSimulatedDisk, PowerCut } from '../../test/support/simulated-disk.ts';
import { configOf, openSmallShop, smallProducts, writeFeed } from '../../test/support/small-shop.ts';
import { compose } from '../compose.ts';
import { dataFiles } from '../data-files.ts';
import { createEmbeddedBackup } from '../engine/embedded/backup.ts';
import { Fault } from '../errors.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

let folder: string;
let source: string;
let dataset: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-backup-power-'));
  source = join(folder, 'source');
  const shop = await openSmallShop(source);
  await writeFeed(source, smallProducts(3));
  await shop.importNow({ pictures: false });
  dataset = shop.ref.dataset.tracker;
  await shop.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const backUp = async (root: string, cutAfter: number) => {
  const dataDir = join(root, 'data');
  await cp(source, dataDir, { recursive: true });
  const disk = await openSimulatedDisk(root);
  disk.cutPowerAfter(cutAfter);
  const engine = createEmbeddedBackup(dataFiles(configOf(dataDir)).versions, disk.files);
  const isComplete = await createBackup({
    dataDir,
    engine: { name: 'versions', backup: engine },
    folder: join(root, 'backups'),
    now: new Date(0),
    withSecret: true,
    files: disk.files,
  }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof PowerCut) return false;
      throw error;
    },
  );
  return { disk, isComplete };
};

/** How many products a service finds in the restored backup; null when the backup is refused. */
const countRestored = async (root: string): Promise<number | null> => {
  const [name] = await readdir(join(root, 'backups')).catch(() => []);
  if (name === undefined) return null;
  const dataDir = join(root, 'restored');
  try {
    await restoreBackup({ backup: join(root, 'backups', name), dataDir });
  } catch (error) {
    if (error instanceof Fault && error.code === 'corrupted') return null;
    throw error;
  }
  const kindred = await compose(configOf(dataDir));
  try {
    return kindred.engine.products(dataset)?.size ?? 0;
  } finally {
    await kindred.close();
  }
};

it('after a power cut at any operation a backup is whole or refused, and whole once it was acknowledged', async () => {
  const { disk, isComplete } = await backUp(join(folder, 'whole'), Infinity);
  expect(isComplete).toBe(true);
  const { operations } = disk;
  expect(operations).toBeGreaterThan(20);
  // Every operation near the end, where the manifest is written, and every third before.
  const cuts = Array.from({ length: operations + 1 }, (_, at) => at + 1).filter(
    (at) => at > operations - 8 || at % 3 === 0,
  );
  const outcomes = new Set<string>();
  for (const at of cuts) {
    const root = join(folder, `cut-${at}`);
    await mkdir(root);
    const cut = await backUp(root, at);
    for (const seed of listPowerSeeds(cuts.length, 2)) {
      const after = join(folder, `after-${at}-${seed}`);
      await mkdir(after);
      await cut.disk.writeSurvivors(after, createSurvival(seed));
      const products = await countRestored(after);
      if (cut.isComplete) expect(products, `cut ${at}, seed ${seed}`).toBe(3);
      else expect([null, 3], `cut ${at}, seed ${seed}`).toContain(products);
      outcomes.add(products === null ? 'refused' : 'whole');
      await rm(after, { recursive: true });
    }
    await rm(root, { recursive: true });
  }
  expect([...outcomes].sort()).toEqual(['refused', 'whole']);
});
