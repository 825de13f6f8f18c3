import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { programs } from '../../bench/programs.ts';
import { comparePeers, comparePromises, findBestPeer, promises } from '../../bench/support/promises.ts';
import type { Row } from '../../bench/support/read-report.ts';

const row = (label: string, value: number, unit: string): Row => ({ label, value, unit });

describe('the benchmarks', () => {
  it('have names of their own, and their programs exist', () => {
    expect(new Set(programs.map(({ name }) => name)).size).toBe(programs.length);
    for (const { file } of programs)
      expect(existsSync(new URL(`../../bench/${file}`, import.meta.url))).toBe(true);
  });

  it('each promise is about one of them and has one bound', () => {
    const names = programs.map(({ name }) => name);
    for (const { program, atLeast, atMost } of promises) {
      expect(names).toContain(program);
      expect([atLeast, atMost].filter((bound) => bound !== undefined)).toHaveLength(1);
    }
  });
});

describe('promises', () => {
  const start = '100,000 products, start';

  it.each([
    { seconds: 1.9, isKept: true },
    { seconds: 2.2, isKept: true },
    { seconds: 2.3, isKept: false },
  ])('are kept up to a tenth above their bound: $seconds s, $isKept', ({ seconds, isKept }) => {
    const [kept, ...more] = comparePromises({ growth: [row(start, seconds, 's')] });
    expect(kept).toEqual({
      what: 'start, 100,000 products',
      value: seconds,
      wanted: 'at most 2 s',
      isKept,
      factor: 2 / seconds,
    });
    expect(more).toEqual([]);
  });

  it.each([
    { recall: 0.989, isKept: false },
    { recall: 0.99, isKept: true },
  ])('give no tenth to what says how right an answer is: $recall, $isKept', ({ recall, isKept }) => {
    const rows = [row('from lists, no filter', recall, 'of the true 24')];
    expect(comparePromises({ 'neighbours-100k': rows })).toMatchObject([{ isKept, value: recall }]);
  });

  it('can be ratios of two figures of a row', () => {
    const label = 'related keywords by Zipf';
    const rows = [row(label, 4.5, 'ms, p99'), row(label, 1.5, 'ms, p99 of a bare server')];
    expect(comparePromises({ serving: rows })).toMatchObject([
      { value: 3, wanted: 'at most 3 times', isKept: true, factor: 1 },
    ]);
    expect(comparePromises({ serving: rows.slice(0, 1) })).toEqual([]);
  });

  it('are left out where nothing was measured, or in another unit', () => {
    expect(comparePromises({})).toEqual([]);
    expect(comparePromises({ growth: 'text', serving: [] })).toEqual([]);
    expect(comparePromises({ growth: [row(start, 1, 'ms')] })).toEqual([]);
  });
});

describe('the best other store', () => {
  const peer = (name: string, ms: number, recall: number): Row[] => [
    row(`${name}, no filter`, ms, 'ms, median'),
    row(`${name}, no filter`, recall, 'of the true 24'),
  ];
  const rows = [
    ...peer('Kindred', 0.1, 1),
    ...peer('slow', 5, 1),
    ...peer('fast', 2, 0.97),
    ...peer('wrong', 0.2, 0.5),
  ];

  it('is the fastest whose pages are right', () => {
    expect(findBestPeer(rows, 'no filter', 0.95)).toEqual({ name: 'fast', times: 20 });
    expect(findBestPeer(rows, 'no filter', 0.99)).toEqual({ name: 'slow', times: 50 });
  });

  it('must take five times as long, or a tenth less', () => {
    expect(comparePeers(rows)).toEqual([
      {
        what: 'time of the best other store (fast), no filter',
        value: 20,
        wanted: 'at least 5 times',
        isKept: true,
        factor: 4,
      },
    ]);
    const close = [...peer('Kindred', 0.5, 1), ...peer('fast', 2, 1)];
    expect(comparePeers(close)).toMatchObject([{ value: 4, isKept: false }]);
  });

  it('is none where only Kindred was measured, or another question', () => {
    expect(findBestPeer(peer('Kindred', 0.1, 1), 'no filter', 0.95)).toBeNull();
    expect(findBestPeer(rows, 'one colour', 0.95)).toBeNull();
  });
});
