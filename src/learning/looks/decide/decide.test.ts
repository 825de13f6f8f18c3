import { describe, expect, it } from 'vitest';
import { decideDefaults } from './decide-defaults.ts';
import { decideLooks } from './decide.ts';
import type { LooksReport, Trial } from '../map/decision.ts';
import { applyMap, type LooksMap } from '../map/looks-map.ts';
import { createRandom } from './measure.ts';
import type { Sample } from '../train/sample.ts';
import { createSample, draw, kinds, pack, truth } from '../../../../test/support/looks-sample.ts';

const findWinner = ({ trials, settings }: LooksReport) =>
  trials.findLast((trial) => trial.settings === settings);
const applyLooks = (map: Omit<LooksMap, 'vocabulary'>, looks: Float32Array): Float32Array =>
  applyMap({ ...map, vocabulary: null }, { hash: '', looks, colour: Float32Array.of(1) }, []).looks;

const seeds = [1, 2, 3] as const;

describe('labels that say what belongs together', () => {
  it.each(seeds)('are learnt, and win on held-out products (seed %i)', (seed) => {
    const { map, report } = decideLooks(createSample({ seed, label: truth }));
    expect(map).not.toBeNull();
    expect(report.settings).toBe(map?.settings);
    expect(findWinner(report)?.accepted).toBe(true);
    expect(report.learnt?.low).toBeGreaterThan((report.base?.high ?? 1) + 0.1);
  });

  it.each(seeds)('do not make it worse for labels that the map never saw (seed %i)', (seed) => {
    const { report } = decideLooks(createSample({ seed, label: truth }));
    expect(findWinner(report)?.unseenLabels?.mean).toBeGreaterThanOrEqual(0);
  });

  it('give the same map again', () => {
    const [a, b] = [1, 2].map(() => decideLooks(createSample({ seed: 7, label: truth })));
    expect(a).toEqual(b);
  });

  it('give vectors of unit length that keep both parts', () => {
    const sample = createSample({ seed: 1, label: truth });
    const { map } = decideLooks(sample);
    if (map === null) throw new Error('no map');
    const { size, values } = sample.looks;
    const vector = applyLooks(map, values.slice(0, size));
    expect(vector.length).toBe(size + (map.settings.mix === 0 ? 0 : (map.projection?.dimensions ?? 0)));
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  });
});

describe('labels that are noise', () => {
  it.each(seeds)('keep the base (seed %i)', (seed) => {
    const { map, report } = decideLooks(createSample({ seed, label: (_kind, random) => draw(random) }));
    expect(map).toBeNull();
    expect(report).toMatchObject({
      settings: null,
      reason: 'nothing wins on products that were held out',
    });
    expect(report.learnt).toEqual(report.base);
    expect(report.trials).toHaveLength(decideDefaults.mixes.length);
  });
});

describe('labels of which half are wrong', () => {
  it.each(seeds)('do not make true neighbours worse (seed %i)', (seed) => {
    const wrong = createSample({
      seed,
      label: (kind, random) => (random() < 0.5 ? truth(kind) : draw(random)),
    });
    const { map } = decideLooks(wrong);
    const precision = (vectors: readonly Float32Array[]): number => {
      let same = 0;
      vectors.forEach((vector, query) => {
        const scored = vectors.map((other, at) => ({
          at,
          score: other.reduce((sum, value, place) => sum + value * (vector[place] ?? 0), 0),
        }));
        const best = scored.filter(({ at }) => at !== query).sort((a, b) => b.score - a.score);
        same += best.slice(0, 10).filter(({ at }) => at % kinds === query % kinds).length / 10;
      });
      return same / vectors.length;
    };
    const { size, values, count } = wrong.looks;
    const base = Array.from({ length: count }, (_, row) => values.slice(row * size, (row + 1) * size));
    const learnt = map === null ? base : base.map((vector) => applyLooks(map, vector));
    expect(precision(learnt)).toBeGreaterThanOrEqual(precision(base));
  });
});

describe('words of titles', () => {
  /** One number for each kind; `share` of the titles name the kind of the product, the others any. */
  const addWords = (sample: Sample, share: number, seed: number): Sample => {
    const random = createRandom(seed);
    const words = sample.items.map((_, at) => {
      const kind = random() < share ? at % kinds : Math.floor(random() * kinds);
      return Array.from({ length: kinds }, (__, place) => (place === kind ? 1 : 0));
    });
    return { ...sample, words: pack(words) };
  };

  it.each(seeds)('count where they say what belongs together (seed %i)', (seed) => {
    const sample = createSample({ seed, label: truth });
    const [without, withWords] = [sample, addWords(sample, 0.8, seed)].map(
      (each) => decideLooks(each).report,
    );
    expect(without?.settings?.words).toBe(0);
    expect(withWords?.settings?.words).toBeGreaterThan(0);
    expect(withWords?.learnt?.mean).toBeGreaterThan(without?.learnt?.mean ?? 1);
  });

  it.each(seeds)('do not count where they say nothing (seed %i)', (seed) => {
    const { report } = decideLooks(addWords(createSample({ seed, label: truth }), 0, seed));
    expect(report.settings?.words).toBe(0);
    const tried = report.trials.filter(({ settings }) => settings.words > 0);
    expect(tried).toHaveLength(decideDefaults.words.length);
    expect(tried.some(({ accepted }) => accepted)).toBe(false);
  });
});

describe('colour', () => {
  /** Labels that colours contradict: each colour is shared by products of all kinds. */
  const addColours = (sample: Sample, colours: number): Sample => ({
    ...sample,
    colour: pack(
      sample.items.map((_, at) =>
        Array.from({ length: colours }, (__, place) => (Math.floor(at / kinds) % colours === place ? 1 : 0)),
      ),
    ),
  });

  it('never counts less than a box says, even where labels say that it misleads', () => {
    const { report } = decideLooks(addColours(createSample({ seed: 1, label: truth }), 5));
    expect(report.trials.every(({ settings }) => settings.colour >= 1)).toBe(true);
  });

  it.each(seeds)('of results stays alike, however much more labels agree without it (seed %i)', (seed) => {
    // No two products of a kind share a colour: what is of the same kind is never of the same colour.
    const { report } = decideLooks(addColours(createSample({ seed, label: truth }), 50));
    const keepsColour = ({ colourKept }: Trial): boolean => (colourKept ?? 1) >= decideDefaults.colourKept;
    expect(report.trials.filter(({ accepted }) => accepted).every(keepsColour)).toBe(true);
    // The case is about something only where steps do cost colour.
    expect(report.trials.some(({ unseenColour }) => (unseenColour?.mean ?? 0) < 0)).toBe(true);
  });

  it('is not asked for where the base does not prefer one', () => {
    const { report } = decideLooks(createSample({ seed: 1, label: truth }));
    expect(report.trials.map(({ colourKept }) => colourKept)).toEqual(report.trials.map(() => null));
  });

  it('counts as a box says where it makes no difference', () => {
    expect(decideLooks(createSample({ seed: 1, label: truth })).report.settings?.colour).toBe(1);
  });
});

describe('scores', () => {
  it.each(seeds)('are calibrated on held-out products: the higher, the more are right (seed %i)', (seed) => {
    const { report } = decideLooks(createSample({ seed, label: truth }));
    const steps = report.calibration ?? [];
    expect(steps.length).toBeGreaterThan(1);
    expect(steps.map(({ right }) => right)).toEqual(
      steps.map(({ right }) => right).toSorted((a, b) => a - b),
    );
    expect(steps.every(({ score }) => score > -1 && score <= 1)).toBe(true);
    expect(steps.at(-1)?.right).toBeGreaterThan(0.8);
  });

  it('promise nothing where labels are noise', () => {
    const { report } = decideLooks(createSample({ seed: 4, label: (_kind, random) => draw(random) }));
    expect(report.calibration?.every(({ right }) => right < 0.5)).toBe(true);
  });
});

describe('too little to learn from', () => {
  it.each([
    ['few pictures', createSample({ seed: 1, label: truth }, decideDefaults.pictures - 1)],
    ['one label', createSample({ seed: 1, label: () => 'all' })],
  ])('%s: the base stays, without a trial', (_name, sample) => {
    const { map, report } = decideLooks(sample);
    expect(map).toBeNull();
    expect(report).toMatchObject({ trials: [], base: null, learnt: null, settings: null });
  });
});
