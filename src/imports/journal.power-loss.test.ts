import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedDisk, PowerCut } from '../../test/support/simulated-disk.ts';
import { importOrderDefaults } from '../domain/import-order.ts';
import { createSurvival, listPowerSeeds } from '../../test/support/power-seeds.ts';
import type { ImportJob } from './job.ts';
import { openJournal, type Journal } from './journal.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-journal-power-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What was acknowledged: for each import the newest state that was written durably. */
type Acknowledged = Map<string, ImportJob['state']>;

const runImports = (journal: Journal, acknowledged: Acknowledged): void => {
  const write = (job: ImportJob, state: ImportJob['state']): void => {
    journal.write({ ...job, state });
    acknowledged.set(job.id, state);
  };
  const progress = (job: ImportJob, rows: number): void =>
    journal.write({ ...job, state: 'running', progress: { ...job.progress, rows } }, 'fast');
  for (const end of ['published', 'failed', 'waiting'] as const) {
    const job = journal.create('dataset', { ...importOrderDefaults, actor: end });
    acknowledged.set(job.id, 'queued');
    write(job, 'running');
    for (const rows of [1, 2]) progress(job, rows);
    write(job, end);
  }
};

const cutAfter = async (operations: number) => {
  const before = join(folder, String(operations));
  await mkdir(before);
  const disk = await openSimulatedDisk(before);
  disk.cutPowerAfter(operations);
  const acknowledged: Acknowledged = new Map();
  let isCut = false;
  try {
    runImports(openJournal(before, { now: () => new Date(), files: disk.syncFiles }), acknowledged);
  } catch (error) {
    if (!(error instanceof PowerCut)) throw error;
    isCut = true;
  }
  return { disk, isCut, acknowledged };
};

/** The journal as it is found after the power cut. */
const restart = async ({ disk }: Awaited<ReturnType<typeof cutAfter>>, seed: number) => {
  const after = join(folder, 'after');
  await rm(after, { recursive: true, force: true });
  await mkdir(after);
  await disk.writeSurvivors(after, createSurvival(seed));
  const damaged: string[] = [];
  const journal = openJournal(after, { now: () => new Date(), onDamaged: (file) => damaged.push(file) });
  return { journal, damaged };
};

/** States in the order in which an import goes through them. */
const order: readonly ImportJob['state'][] = [
  'queued',
  'running',
  'waiting',
  'published',
  'failed',
  'cancelled',
];

describe('a power cut', () => {
  it('at any operation loses no import, and none falls back behind what was acknowledged', async () => {
    let cuts = 0;
    for (let operations = 0, isCut = true; isCut; operations++) {
      const cut = await cutAfter(operations);
      isCut = cut.isCut;
      for (const seed of listPowerSeeds(50, 2)) {
        if (isCut) cuts++;
        const { journal, damaged } = await restart(cut, seed);
        for (const [id, state] of cut.acknowledged) {
          const job = journal.read('dataset', id);
          expect(job, `cut ${operations}, seed ${seed}: import ${id}`).not.toBeNull();
          // Progress is written fast: it may tear the record of a running import, which is then set aside.
          const isTorn = damaged.some((file) => file.includes(id));
          if (isTorn) expect(state, `cut ${operations}, seed ${seed}`).toBe('running');
          else expect(order.indexOf(job?.state ?? 'queued')).toBeGreaterThanOrEqual(order.indexOf(state));
        }
      }
    }
    expect(cuts).toBeGreaterThan(20);
  });

  it('leaves a journal in which new imports can be created', async () => {
    const { journal } = await restart(await cutAfter(9), 2);
    const { id } = journal.create('dataset', { ...importOrderDefaults, actor: 'later' });
    expect(journal.read('dataset', id)).toMatchObject({ state: 'queued', order: { actor: 'later' } });
  });
});
