import { describe, expect, it } from 'vitest';
import { damagedJob, type ImportJob, isActive, isResumable, noProgress, parseJob } from './job.ts';
import { followJob } from './journal.ts';

const job: ImportJob = {
  id: '20261115T221830123Z-0a1b2c',
  dataset: '00000000-0000-4000-8000-000000000007',
  order: {
    actor: 'test',
    feed: null,
    imagesFolder: null,
    pictures: true,
    dryRun: false,
    approve: false,
    approvedVersion: null,
  },
  state: 'waiting',
  step: null,
  startedAt: '2026-11-15T22:18:30.123Z',
  finishedAt: null,
  attempts: 1,
  progress: { ...noProgress, rows: 5 },
  result: {
    products: 5,
    diff: { added: 1, changed: 2, removed: 3, unchanged: 0 },
    pictures: { ok: 1, missing: 0, reasons: {} },
    remarks: 0,
    reason: 'Many products vanish.',
    reasonDetail: { reason: 'import-broke' },
  },
  version: 'v1',
  reason: 'Many products vanish.',
  reasonDetail: { reason: 'import-broke' },
  nextStep: 'Look at it.',
  isFetched: true,
};

describe('the record of an import', () => {
  it('is read as it was written', () => {
    expect(parseJob(JSON.stringify(job))).toEqual(job);
    expect(parseJob(JSON.stringify({ ...job, result: null, reasonDetail: null }))).toEqual({
      ...job,
      result: null,
      reasonDetail: null,
    });
  });

  it('of an older release has the code of its reason under another name, and no download', () => {
    const { isFetched: _, reasonDetail: told, result, ...older } = job;
    const { reasonDetail: toldOfResult = null, ...others } = result ?? {};
    const text = JSON.stringify({ ...older, told, result: result && { ...others, told: toldOfResult } });
    expect(parseJob(text)).toEqual({ ...job, isFetched: false });
    expect(parseJob(JSON.stringify({ ...older, result: null }))).toMatchObject({ reasonDetail: null });
  });

  it('keeps a code of a newer release', () => {
    const text = JSON.stringify(job).replaceAll('import-broke', 'something-new');
    expect(parseJob(text)?.reasonDetail).toEqual({ reason: 'something-new' });
  });

  it.each([
    ['nothing', ''],
    ['half of it', JSON.stringify(job).slice(0, 80)],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"x"'],
    ['an unknown state', JSON.stringify({ ...job, state: 'lost' as never })],
    ['a negative count', JSON.stringify({ ...job, attempts: -1 })],
    ['no order', JSON.stringify({ ...job, order: null })],
  ])('is damaged when it is %s', (_, text) => {
    expect(parseJob(text)).toBeNull();
  });

  it('that is damaged is shown as failed, at the instant of its id', () => {
    expect(damagedJob('dataset', job.id)).toMatchObject({
      id: job.id,
      state: 'failed',
      startedAt: '2026-11-15T22:18:30.123Z',
      version: null,
      nextStep: 'Import the feed again.',
    });
    expect(parseJob(JSON.stringify(damagedJob('dataset', job.id)))).toEqual(damagedJob('dataset', job.id));
  });
});

describe('states', () => {
  it.each([
    ['queued', true, true],
    ['running', true, true],
    ['waiting', false, false],
    ['published', false, false],
    ['checked', false, false],
    ['failed', false, true],
    ['cancelled', false, true],
  ] as const)('%s is active: %s, resumable: %s', (state, active, resumable) => {
    expect(isActive({ state })).toBe(active);
    expect(isResumable({ state })).toBe(resumable);
  });
});

describe('followJob', () => {
  const collect = async (states: readonly (ImportJob | null)[], signal = new AbortController().signal) => {
    let reads = 0;
    const journal = { read: () => states[Math.min(reads++, states.length - 1)] ?? null };
    const seen: string[] = [];
    for await (const each of followJob(journal, job, signal))
      seen.push(`${each.state} ${each.progress.rows}`);
    return seen;
  };
  const running = (rows: number): ImportJob => ({
    ...job,
    state: 'running',
    progress: { ...noProgress, rows },
  });

  it('yields each change once, and ends with the import', async () => {
    expect(await collect([running(1), running(1), running(2), { ...job, state: 'published' }])).toEqual([
      'running 1',
      'running 2',
      'published 5',
    ]);
  });

  it('yields an import that has ended once, and nothing for one that does not exist', async () => {
    expect(await collect([job])).toEqual(['waiting 5']);
    expect(await collect([null])).toEqual([]);
    expect(await collect([running(1), null])).toEqual(['running 1']);
  });

  it('yields nothing once the caller is gone', async () => {
    expect(await collect([running(1)], AbortSignal.abort())).toEqual([]);
  });
});
