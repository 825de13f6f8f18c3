import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DatasetRef } from '../domain/import-order.ts';
import { dataset, website } from '../../test/support/import-shop.ts';
import { type ImportSchedule, scheduleDefaults, startImportSchedule } from './schedule.ts';

const refOf = (name: string, schedule: string | null): DatasetRef => ({
  website,
  dataset: { ...dataset, name, source: { file: null, url: null, images: null, auth: null, schedule } },
});

let refs: DatasetRef[];
let revision: string;
let broken: boolean;
let failures: string[];
let asked: string[];
let started: string[];
let schedule: ImportSchedule;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-05-01T10:00:00Z') });
  refs = [refOf('daily', '0 3 * * *'), refOf('hourly', '30 * * * *'), refOf('never', null)];
  revision = 'one';
  broken = false;
  failures = [];
  asked = [];
  started = [];
  schedule = startImportSchedule({
    datasets: () => refs,
    revision: () => {
      if (broken) throw new Error('the store cannot be read');
      return revision;
    },
    mayStart: async ({ dataset: { name } }, due) => {
      asked.push(`${name} ${due.toISOString()}`);
      return Promise.resolve(name === 'hourly');
    },
    start: ({ dataset: { name } }) => void started.push(name),
    onFailed: (ref, error) => failures.push(`${ref?.dataset.name ?? 'all'}: ${String(error)}`),
  });
});
afterEach(() => {
  schedule.close();
  vi.useRealTimers();
});

const names = () => schedule.upcoming().map(({ dataset: name, at }) => `${name} ${at}`);

describe('the schedule of imports', () => {
  it('lists what is due next, soonest first', () => {
    expect(names()).toEqual(['hourly 2026-05-01T10:30:00.000Z', 'daily 2026-05-02T03:00:00.000Z']);
  });

  it('starts what this node may start, and asks with the time of the schedule', async () => {
    refs = [refOf('daily', '45 10 * * *'), refOf('hourly', '30 * * * *')];
    revision = 'two';
    await vi.advanceTimersByTimeAsync(95 * 60 * 1000);
    expect(asked).toEqual([
      'hourly 2026-05-01T10:30:00.000Z',
      'daily 2026-05-01T10:45:00.000Z',
      'hourly 2026-05-01T11:30:00.000Z',
    ]);
    expect(started).toEqual(['hourly', 'hourly']);
  });

  it('follows changes of the configuration', () => {
    refs = [refOf('daily', '0 4 * * *')];
    revision = 'two';
    vi.advanceTimersByTime(scheduleDefaults.checkEveryMs);
    expect(names()).toEqual(['daily 2026-05-02T04:00:00.000Z']);
  });

  it('goes on as before while the configuration cannot be read', () => {
    broken = true;
    vi.advanceTimersByTime(2 * scheduleDefaults.checkEveryMs);
    expect(names()).toHaveLength(2);
    expect(failures).toEqual(Array.from({ length: 2 }, () => 'all: Error: the store cannot be read'));
    broken = false;
    refs = [];
    revision = 'two';
    vi.advanceTimersByTime(scheduleDefaults.checkEveryMs);
    expect(names()).toEqual([]);
  });

  it('reports a schedule that cannot be read, and keeps the others', () => {
    refs = [refOf('wrong', 'every day'), refOf('daily', '0 3 * * *')];
    revision = 'two';
    vi.advanceTimersByTime(scheduleDefaults.checkEveryMs);
    expect(names()).toEqual(['daily 2026-05-02T03:00:00.000Z']);
    expect(failures[0]).toMatch(/^wrong: /);
  });
});
