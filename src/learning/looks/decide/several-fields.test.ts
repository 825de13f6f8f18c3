import { describe, expect, it } from 'vitest';
import { createSample, kinds, pack, truth } from '../../../../test/support/looks-sample.ts';
import type { UsedField } from '../train/choose-labels.ts';
import { decideDefaults } from './decide-defaults.ts';
import { decideLooks } from './decide.ts';
import { applyParts } from '../map/looks-map.ts';
import { createRandom, precisionAt } from './measure.ts';
import { summarizeDecision } from '../report/render-looks.ts';
import type { Sample } from '../train/sample.ts';
import { trainMap } from '../train/train-map.ts';
import { listTried } from './measure-settings.ts';

const seeds = [1, 2, 3] as const;

describe('a map of several fields', () => {
  /** The first number tells one field, the second the other, the third nothing. */
  const random = createRandom(3);
  const rows = Array.from({ length: 80 }, (_, at) => [at % 2, Math.floor(at / 2) % 2, random()]);
  const features = pack(rows.map(([a = 0, b = 0, c = 0]) => [a - 0.5 + 0.1 * c, b - 0.5 - 0.1 * c, c + 1]));
  const first = rows.map(([a]) => `a${a ?? 0}`);
  const second = rows.map(([, b]) => `b${b ?? 0}`);
  const dimensionsOf = (weights: readonly [number, number]): number | undefined =>
    trainMap(features, [
      { labels: first, weight: weights[0] },
      { labels: second, weight: weights[1] },
    ])?.dimensions;

  it.each([
    [[1, 1], 2],
    [[1, 0.3], 2],
    [[1, 0], 1],
    [[0, 1], 1],
    [[0, 0], undefined],
  ] as const)('with the weights %j has %j directions', (weights, dimensions) => {
    expect(dimensionsOf(weights)).toBe(dimensions);
  });

  it('is that of the first where the others have a single value', () => {
    const alone = trainMap(features, [{ labels: first, weight: 1 }]);
    const beside = trainMap(features, [
      { labels: first, weight: 1 },
      { labels: first.map(() => 'all'), weight: 5 },
    ]);
    expect(beside).toEqual(alone);
  });

  it('tells apart by each field as much as its weight says', () => {
    const spread = (weight: number, labels: readonly string[]): number => {
      const map = trainMap(features, [
        { labels: first, weight: 1 },
        { labels: second, weight },
      ]);
      if (map === null) throw new Error('no map');
      const { mapped } = applyParts(map, features);
      let [same, other, sames, others] = [0, 0, 0, 0];
      for (let a = 0; a < mapped.count; a += 1)
        for (let b = 0; b < a; b += 1) {
          let cosine = 0;
          for (let at = 0; at < mapped.size; at += 1)
            cosine += (mapped.values[a * mapped.size + at] ?? 0) * (mapped.values[b * mapped.size + at] ?? 0);
          if (labels[a] === labels[b]) [same, sames] = [same + cosine, sames + 1];
          else [other, others] = [other + cosine, others + 1];
        }
      return same / sames - other / others;
    };
    expect(spread(4, second)).toBeGreaterThan(spread(0.25, second) + 0.1);
    expect(spread(4, first)).toBeLessThan(spread(0.25, first) - 0.1);
  });
});

describe('precision by several fields', () => {
  const items = [
    { family: 'q', label: 'x', further: ['red', null] },
    { family: 'a', label: 'x', further: ['red', 'm'] },
    { family: 'b', label: 'x', further: ['blue', 'm'] },
    { family: 'c', label: 'y', further: ['red', 'w'] },
    { family: 'd', label: 'y', further: ['blue', 'w'] },
  ];

  it.each([
    [[], [1, 1, 0, 0]],
    [
      [0, 0],
      [1, 1, 0, 0],
    ],
    [
      [1, 0],
      [1, 0.5, 0.5, 0],
    ],
    [
      [0.25, 0],
      [1, 0.8, 0.2, 0],
    ],
    // The query has no value of the third field: it does not count.
    [
      [0.25, 9],
      [1, 0.8, 0.2, 0],
    ],
  ])('with the weights %j is %j for each result', (weights, expected) => {
    expected.forEach((share, at) => expect(precisionAt([at + 1], items, 0, weights)).toBeCloseTo(share));
  });
});

/** Labels are even or odd: five kinds each, which one direction cannot tell apart. `extra`: labels of a second field. */
const createHalves = (seed: number, extra: (kind: number, random: () => number) => string): Sample => {
  const sample = createSample({ seed, label: (kind) => `half ${kind % 2}` });
  const random = createRandom(seed + 100);
  return {
    ...sample,
    items: sample.items.map((item, at) => ({ ...item, further: [extra(at % kinds, random)] })),
  };
};
const tried: UsedField = { field: 'kind', weight: 0.3, isTrial: true };
const draw = (_kind: number, random: () => number): string => truth(Math.floor(random() * kinds));

/** Labels say whether two numbers have the same sign, which no direction tells; the second field names the quarter. */
const createQuarters = (seed: number): Sample => {
  const random = createRandom(seed);
  const drawNoise = (size: number, loud: number): number[] =>
    Array.from({ length: size }, () => loud * (random() + random() + random() - 1.5));
  const quarters = Array.from({ length: 500 }, (_, at) => at % 4);
  const sideOf = (bit: number): number => (bit === 0 ? -1 : 1);
  const rows = quarters.map((quarter) => {
    const [a = 0, b = 0] = drawNoise(2, 0.4);
    return [sideOf(quarter & 1) + a, sideOf(quarter >> 1) + b, ...drawNoise(8, 2)];
  });
  return {
    items: quarters.map((quarter, at) => ({
      family: `p${at}`,
      label: quarter === 0 || quarter === 3 ? 'same' : 'other',
      further: [`quarter ${quarter}`],
    })),
    looks: pack(rows),
    colour: pack(rows.map(() => [1, 0])),
    words: null,
  };
};

describe('a field that was found by inspection', () => {
  it.each(seeds)('is trained on where results get better by the first (seed %i)', (seed) => {
    const sample = createQuarters(seed);
    const alone = decideLooks(sample).report;
    const { report, map } = decideLooks({ ...sample, further: [tried] });
    expect(report.settings?.also).toBe('kind');
    expect(report.learnt?.mean).toBeGreaterThan((alone.learnt?.mean ?? 1) + 0.05);
    expect(map?.projection?.dimensions).toBeGreaterThan(1);
    expect(summarizeDecision(report)).toContain('trained on kind, too');
  });

  it.each(seeds)('is left out where it says nothing (seed %i)', (seed) => {
    const { report } = decideLooks({ ...createHalves(seed, draw), further: [tried] });
    expect(report.settings?.also).toBeUndefined();
  });
});

describe('fields that are tried', () => {
  const declared: UsedField = { field: 'brand', weight: 1, isTrial: false };
  const withItems = (count: number): Sample => {
    const sample = createQuarters(1);
    return { ...sample, items: sample.items.slice(0, count), further: [tried, declared] };
  };

  it('are those of inspection, and none where there are too few pictures to judge them', () => {
    expect(listTried(withItems(decideDefaults.triedFrom))).toEqual([tried.field]);
    expect(listTried(withItems(decideDefaults.triedFrom - 1))).toEqual([]);
  });
});

describe('a field that was declared beside the first', () => {
  const declared: UsedField = { field: 'kind', weight: 1, isTrial: false };

  it.each(seeds)('counts in what is measured, and wins where it is learnt (seed %i)', (seed) => {
    const sample = { ...createHalves(seed, truth), further: [declared] };
    const { report, map } = decideLooks(sample);
    const alone = decideLooks({ ...sample, further: [] }).report;
    // Half of the labels of a result are its kind, which the base finds less often than its half.
    expect(report.base?.mean).toBeLessThan(alone.base?.mean ?? 0);
    expect(report.learnt?.low).toBeGreaterThan(report.base?.high ?? 1);
    expect(map?.projection?.dimensions).toBeGreaterThan(1);
    expect(report.trials.some(({ settings }) => settings.also !== undefined)).toBe(false);
  });
});

describe('the sentence of a decision', () => {
  it('names all fields with their weights', () => {
    const { report } = decideLooks(createSample({ seed: 1, label: truth }));
    const fields = [
      { field: 'category', weight: 1 },
      { field: 'colour', weight: 0.3 },
    ];
    expect(summarizeDecision({ ...report, field: 'category', fields })).toMatch(
      /^learnt from category, colour \(weight 0\.3\), /,
    );
    expect(summarizeDecision({ ...report, field: 'category' })).toMatch(/^learnt from category, \d+ %/);
  });
});
