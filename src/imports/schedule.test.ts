import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DatasetRef } from '../domain/import-order.ts';
import { dataset, website } from '../../test/support/import-shop.ts';
import { startImportSchedule } from './schedule.ts';

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
let schedule: ReturnType<typeof startImportSchedule>;

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

const passMinutes = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * 60 * 1000);

describe('the schedule of imports', () => {
  it('starts what this node may start, and asks with the time of the schedule', async () => {
    refs = [refOf('daily', '45 10 * * *'), refOf('hourly', '30 * * * *')];
    revision = 'two';
    await passMinutes(95);
    expect(asked).toEqual([
      'hourly 2026-05-01T10:30:00.000Z',
      'daily 2026-05-01T10:45:00.000Z',
      'hourly 2026-05-01T11:30:00.000Z',
    ]);
    expect(started).toEqual(['hourly', 'hourly']);
  });

  it('follows changes of the configuration', async () => {
    refs = [refOf('daily', '10 10 * * *')];
    revision = 'two';
    await passMinutes(60);
    expect(asked).toEqual(['daily 2026-05-01T10:10:00.000Z']);
  });

  it('goes on as before while the configuration cannot be read', async () => {
    broken = true;
    await passMinutes(35);
    expect(asked).toEqual(['hourly 2026-05-01T10:30:00.000Z']);
    expect(new Set(failures)).toEqual(new Set(['all: Error: the store cannot be read']));
    broken = false;
    refs = [];
    revision = 'two';
    await passMinutes(65);
    expect(asked).toHaveLength(1);
  });

  it('reports a schedule that cannot be read, and keeps the others', async () => {
    refs = [refOf('wrong', 'every day'), refOf('daily', '45 10 * * *')];
    revision = 'two';
    await passMinutes(60);
    expect(asked).toEqual(['daily 2026-05-01T10:45:00.000Z']);
    expect(failures[0]).toMatch(/^wrong: /);
  });
});
