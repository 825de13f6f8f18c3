import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedDisk, PowerCut } from '../../../test/support/simulated-disk.ts';
import { createRandom } from '../evaluate/measure.ts';
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

/** Runs the work on a disk whose power is cut after so many operations; null when the work was done before. */
const cutAfter = async (operations: number, seed: number) => {
  const [before, after] = [
    join(folder, `${operations}-${seed}`),
    join(folder, `${operations}-${seed}-after`),
  ];
  await mkdir(before);
  await mkdir(after);
  const disk = await openSimulatedDisk(before);
  const clock = { now: noon };
  const acknowledged: Acknowledged = { appended: [], erased: false };
  disk.cutPowerAfter(operations);
  const place = (root: string) => ({ folder: join(root, 'events', 'w'), website: 'w', now: () => clock.now });
  let isCut = false;
  try {
    await work(openEventLog({ ...place(before), files: disk.files }), clock, acknowledged);
  } catch (error) {
    if (!(error instanceof PowerCut)) throw error;
    isCut = true;
  }
  await disk.writeSurvivors(after, seed === 0 ? () => 0 : createRandom(seed));
  const log = openEventLog(place(after));
  const read: string[] = [];
  for await (const { query } of log.read()) read.push(query ?? '');
  return { isCut, acknowledged, read, log };
};

describe('a power cut', () => {
  it('at any operation loses no acknowledged event and forgets no erasure', async () => {
    let cuts = 0;
    for (let operations = 0, isCut = true; isCut; operations++) {
      for (const seed of [0, 1, 2]) {
        const result = await cutAfter(operations, seed);
        isCut = result.isCut;
        if (isCut) cuts++;
        const { appended, erased } = result.acknowledged;
        const expected = appended.filter((query) => !(erased && query === 'two'));
        const missing = expected.filter((query) => !result.read.includes(query));
        // An erasure that was under way may have taken effect.
        expect(
          missing.filter((query) => query !== 'two' || appended.length < 4),
          `cut ${operations}`,
        ).toEqual([]);
        if (erased) expect(result.read).not.toContain('two');
        expect(new Set(result.read).size).toBe(result.read.length);
      }
    }
    expect(cuts).toBeGreaterThan(20);
  });

  it('leaves a log that can be appended to', async () => {
    const { log } = await cutAfter(5, 1);
    await log.append([{ id: null, event: { kind: 'search', shopper: 'eve', at: noon, query: 'later' } }]);
    const read: string[] = [];
    for await (const { query } of log.read()) read.push(query ?? '');
    expect(read).toContain('later');
  });
});
