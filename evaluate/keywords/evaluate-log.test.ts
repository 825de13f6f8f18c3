import { beforeAll, describe, expect, it } from 'vitest';
import type { BehaviourEvent } from '../../src/learning/keywords/log/event.ts';
import { openEngine } from '../../src/compose.ts';
import { createTrialServer } from './trial-version.ts';
import { evaluateDefaults, evaluateLog, type Report } from './evaluate-log.ts';
import { assignFold, heldOutPairs } from './held-out.ts';
import { bootstrap } from './measure.ts';
import { createRandom } from '../../src/learning/looks/decide/measure.ts';
import { renderReport } from './render.ts';

const start = Date.UTC(2026, 0, 10);
const minute = 60_000;
const protocol = { language: 'en', withinMs: 30 * minute, folds: 5 };

const search = (shopper: string, minutes: number, query: string): BehaviourEvent => ({
  kind: 'search',
  shopper,
  at: start + minutes * minute,
  query,
});

describe('held-out pairs', () => {
  it('are the next different search of the same shopper within half an hour', () => {
    const events = [
      search('a', 0, 'Tents'),
      search('a', 1, 'tent'),
      search('a', 5, 'stove'),
      search('a', 60, 'boots'),
      search('b', 2, 'socks'),
    ];
    expect(heldOutPairs(events, protocol).map(({ pattern, nextKey }) => [pattern, nextKey])).toEqual([
      ['Tents', 'stove'],
      ['tent', 'stove'],
    ]);
  });

  it('put a shopper always into the same fold', () => {
    expect(assignFold('16ef81071616c2be9d6fce3c13db0f759ccb2327', 5)).toBe(
      assignFold('16ef81071616c2be9d6fce3c13db0f759ccb2327', 5),
    );
    expect(new Set(Array.from({ length: 100 }, (_, index) => assignFold(`shopper ${index}`, 5))).size).toBe(
      5,
    );
  });
});

describe('bootstrap intervals', () => {
  const settings = { samples: 500, seed: 7, confidence: 0.95 };

  it('contain the mean, and are the same for the same seed', () => {
    const random = createRandom(3);
    const values = Array.from({ length: 200 }, () => (random() < 0.3 ? 1 : 0));
    const shoppers = values.map((_, index) => `s${index}`);
    const interval = bootstrap(values, shoppers, settings);
    expect(interval.low).toBeLessThan(interval.value);
    expect(interval.high).toBeGreaterThan(interval.value);
    expect(bootstrap(values, shoppers, settings)).toEqual(interval);
  });

  it('are wider when few shoppers made the searches', () => {
    const values = Array.from({ length: 200 }, (_, index) => (index % 40 < 20 ? 1 : 0));
    const width = (shoppers: string[]): number => {
      const { low, high } = bootstrap(values, shoppers, settings);
      return high - low;
    };
    expect(width(values.map((_, index) => `s${Math.floor(index / 20)}`))).toBeGreaterThan(
      width(values.map((_, index) => `s${index}`)),
    );
  });
});

describe('the report', () => {
  /** Forty shoppers in two groups; each makes the searches of its group in order. */
  const themes = [
    ['tent', 'camping stove', 'sleeping bag'],
    ['laptop', 'usb cable', 'mouse pad'],
  ] as const;
  const events = Array.from({ length: 40 }, (_, index) => {
    const theme = themes[index % 2] ?? [];
    return theme.flatMap((query, step): BehaviourEvent[] => [
      search(`shopper ${index}`, step, query),
      { kind: 'click', shopper: `shopper ${index}`, at: start + step * minute + 1, query, product: query },
    ]);
  }).flat();
  let report: Report;
  beforeAll(async () => {
    const bootstrapping = { ...evaluateDefaults.bootstrap, samples: 200 };
    report = await evaluateLog(
      events,
      { ...evaluateDefaults, bootstrap: bootstrapping },
      { serve: createTrialServer(openEngine) },
    );
  });
  const system = (name: string) => report.systems.find((candidate) => candidate.name === name);

  it('shows perfect recall on a regular log, and a better MRR than popularity', () => {
    expect(report.pairs).toBe(80);
    expect(report.ceiling).toBe(1);
    expect(system('kindred')?.recall.value).toBe(1);
    expect(system('kindred')?.coverage).toBe(1);
    expect(report.asTyped).toEqual({ text: 1, displayText: 1 });
    expect(system('kindred')?.mrr.value).toBeGreaterThan(system('popularity')?.mrr.value ?? 1);
    expect(report.differences.find(({ over }) => over === 'popularity')?.mrr.low).toBeGreaterThan(0);
  });

  it('does not train on the shoppers it is tested on', async () => {
    const secret = [search('shopper 1', 100, 'one of a kind'), search('shopper 1', 101, 'another of a kind')];
    const bootstrapping = { ...evaluateDefaults.bootstrap, samples: 50 };
    const own = await evaluateLog(
      [...events, ...secret],
      { ...evaluateDefaults, useFolds: [0, 1, 2, 3, 4], bootstrap: bootstrapping },
      { serve: createTrialServer(openEngine) },
    );
    expect(own.pairs).toBe(81);
    expect(own.ceiling).toBeCloseTo(80 / 81);
  });

  it('survives JSON and renders as text', () => {
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    expect(renderReport(report)).toMatch(/kindred +1\.000 \(1\.000 to 1\.000\)/);
    expect(renderReport(report)).toContain('kindred over without terms');
  });
});
