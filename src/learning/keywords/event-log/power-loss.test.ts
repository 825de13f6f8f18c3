import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedDisk, PowerCut } from '../../../../test/support/simulated-disk.ts';
import { createSurvival, listPowerSeeds } from '../../../../test/support/power-seeds.ts';
import { openEventLog, type EventLog } from './event-log.ts';

const dayMs = 86_400_000;
const noon = Date.parse('2026-11-15T12:00:00Z');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-power-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Acknowledged = { appended: string[]; erased: boolean };

/** Appends on two days, erases a shopper, applies the retention; notes what was acknowledged. */
const work = async (log: EventLog, clock: { now: number }, acknowledged: Acknowledged): Promise<void> => {
  const append = async (shopper: string, query: string): Promise<void> => {
    await log.append([{ id: null, event: { kind: 'search', shopper, at: clock.now, query } }]);
    acknowledged.appended.push(query);
  };
  for (const query of ['one', 'two', 'three']) await append(query === 'two' ? 'ann' : 'bob', query);
  clock.now += 3 * dayMs;
  await append('bob', 'four');
  await log.eraseShopper('ann');
  acknowledged.erased = true;
  await log.applyRetention(400);
  await append('bob', 'five');
};

const placeIn = (root: string, clock: { now: number }) => ({
  folder: join(root, 'events', 'w'),
  website: 'w',
  now: () => clock.now,
});

/** Runs the work on a disk whose power is cut after so many operations, or at its end. */
const cutAfter = async (operations: number) => {
  const before = join(folder, String(operations));
  await mkdir(before);
  const disk = await openSimulatedDisk(before);
  const clock = { now: noon };
  const acknowledged: Acknowledged = { appended: [], erased: false };
  disk.cutPowerAfter(operations);
  let isCut = false;
  try {
    await work(openEventLog({ ...placeIn(before, clock), files: disk.files }), clock, acknowledged);
  } catch (error) {
    if (!(error instanceof PowerCut)) throw error;
    isCut = true;
  }
  return { disk, clock, acknowledged, isCut };
};

/** The log as it is found after the power cut. */
const restart = async ({ disk, clock }: Awaited<ReturnType<typeof cutAfter>>, seed: number) => {
  const after = join(folder, 'after');
  await rm(after, { recursive: true, force: true });
  await mkdir(after);
  await disk.writeSurvivors(after, createSurvival(seed));
  const log = openEventLog(placeIn(after, clock));
  const read: string[] = [];
  for await (const { query } of log.read()) read.push(query ?? '');
  return { log, read };
};

describe('a power cut', () => {
  it('at any operation loses no acknowledged event and forgets no erasure', async () => {
    let cuts = 0;
    for (let operations = 0, isCut = true; isCut; operations++) {
      const cut = await cutAfter(operations);
      isCut = cut.isCut;
      const { appended, erased } = cut.acknowledged;
      const expected = appended.filter((query) => !(erased && query === 'two'));
      for (const seed of listPowerSeeds(25, 3)) {
        if (isCut) cuts++;
        const { read } = await restart(cut, seed);
        const missing = expected.filter((query) => !read.includes(query));
        // An erasure that was under way may have taken effect.
        expect(
          missing.filter((query) => query !== 'two' || appended.length < 4),
          `cut ${operations}, seed ${seed}`,
        ).toEqual([]);
        if (erased) expect(read).not.toContain('two');
        expect(new Set(read).size).toBe(read.length);
      }
    }
    expect(cuts).toBeGreaterThan(20);
  });

  it('leaves a log that can be appended to', async () => {
    const { log } = await restart(await cutAfter(5), 1);
    await log.append([{ id: null, event: { kind: 'search', shopper: 'eve', at: noon, query: 'later' } }]);
    const read: string[] = [];
    for await (const { query } of log.read()) read.push(query ?? '');
    expect(read).toContain('later');
  });
});
