import { describe, expect, it } from 'vitest';
import { createSample, truth } from '../../../../test/support/looks-sample.ts';
import type { Product } from '../../../domain/product.ts';
import { decideDefaults } from './decide-defaults.ts';
import { decideLooks } from './decide.ts';
import { addCopies, listLabels, splitSample } from './guard-copies.ts';
import { createRandom } from './measure.ts';
import { renderDecision } from '../../../../evaluate/looks/render.ts';
import type { Pictured, Sample, SampleItem, Vectors } from '../train/sample.ts';
import { createTrial } from './run-steps.ts';

const createMaterial = (seed: number, count?: number) => {
  const sample = createSample({ seed, label: truth }, count);
  const known: SampleItem[] = sample.items.map((item, at) => ({
    ...item,
    hash: `h${at}`,
    identifier: `p${at}`,
    words: [],
  }));
  const pictured: Pictured[] = known.map(({ hash, identifier }) => ({
    hash,
    product: { identifier } as unknown as Product,
  }));
  return { sample, known, pictured };
};

const readRow = ({ looks }: Sample, row: number): Float32Array =>
  looks.values.slice(row * looks.size, (row + 1) * looks.size);

const toUnit = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};

/** The first four numbers of a vector say the kind; a copy may differ in these, or in all a little. */
const createCopy = (
  sample: Sample,
  at: number,
  change: (value: number, place: number) => number,
): Vectors => ({
  looks: toUnit(readRow(sample, at).map(change)),
  colour: Float32Array.of(1, 0),
});

const rowOf = ({ hash }: Pictured): number => Number(hash.slice(1));

describe('copies of a sample', () => {
  it('are made of held-out pictures, at most so many', async () => {
    const { sample, known, pictured } = createMaterial(1);
    const asked: number[] = [];
    const { copies } = await addCopies(sample, known, pictured, async (picture) => {
      asked.push(rowOf(picture));
      const copy = createCopy(sample, rowOf(picture), (value) => value);
      return [copy, copy];
    });
    const { unseenProducts } = splitSample(sample.items, listLabels(sample.items));
    expect(asked).toHaveLength(decideDefaults.copiedPictures);
    expect(asked.every((row) => unseenProducts.includes(row))).toBe(true);
    expect(copies?.rows).toEqual(asked.flatMap((row) => [row, row]));
    expect(copies?.looks).toMatchObject({ count: 2 * asked.length, size: sample.looks.size });
  });

  it.each([
    ['pictures cannot be read', 500, async () => []],
    ['there is too little to learn from', decideDefaults.pictures - 1, undefined],
  ])('are left out where %s', async (_case, count, embed) => {
    const { sample, known, pictured } = createMaterial(1, count);
    const refuse = async (): Promise<Vectors[]> => Promise.reject(new Error('asked'));
    expect(await addCopies(sample, known, pictured, embed ?? refuse)).toBe(sample);
  });
});

describe('a decision with copies', () => {
  const decideWith = async (seed: number, change: (value: number, place: number) => number) => {
    const { sample, known, pictured } = createMaterial(seed);
    return decideLooks(
      await addCopies(sample, known, pictured, async (picture) => [
        createCopy(sample, rowOf(picture), change),
      ]),
    );
  };

  it.each([1, 2, 3])('adopts the map where copies still find their original (seed %i)', async (seed) => {
    const random = createRandom(seed);
    const { map, report } = await decideWith(seed, (value) => value + 0.002 * (random() - 0.5));
    expect(map).not.toBeNull();
    const { copiedPictures } = decideDefaults;
    expect(report.trials.map(({ copies }) => copies)).toContainEqual({
      first: copiedPictures,
      base: copiedPictures,
      all: copiedPictures,
    });
    expect(renderDecision(report).join('\n')).toContain(
      `${copiedPictures} of ${copiedPictures} copies find their product, base ${copiedPictures}`,
    );
  });

  it.each([
    ['none of 16', 16, 0, true],
    ['one of 16', 16, 1, false],
    ['one of 49', 49, 1, false],
    ['one of 50', 50, 1, true],
    ['one of 64', 64, 1, true],
    ['two of 64', 64, 2, false],
    ['two of 100', 100, 2, true],
  ])('lets a step lose %s: %s', (_case, all, lost, accepted) => {
    const measures = (precision: number, first: number) => ({
      products: Array.from({ length: 40 }, () => precision),
      labels: [],
      sameProduct: [],
      sameColour: [],
      colour: [0],
      copies: Array.from({ length: all }, (_, at) => (at < first ? 1 : 0)),
    });
    const [base, own] = [measures(0.5, all), measures(0.7, all - lost)];
    const trial = createTrial(
      { mix: 0.5, colour: 1, words: 0 },
      { own, now: base, base },
      { trials: 1, newLabels: 0.02, colourBy: 'field' },
    );
    expect(trial.copies).toEqual({ first: all - lost, base: all, all });
    expect(trial.accepted).toBe(accepted);
  });

  it('counts a copy that finds a variant of its product', async () => {
    const { sample, known, pictured } = createMaterial(1);
    // The copy of each picture is exactly another one: of the same family, or of another.
    const decideAs = async (familyOf: (row: number) => string) => {
      const items = sample.items.map((item, row) => ({ ...item, family: familyOf(row) }));
      const copied = await addCopies({ ...sample, items }, known, pictured, async (picture) => [
        createCopy(sample, rowOf(picture) ^ 1, (value) => value),
      ]);
      return decideLooks(copied).report.trials[0]?.copies;
    };
    const [same, other] = [
      await decideAs((row) => `pair ${row >> 1}`),
      await decideAs((row) => `alone ${row}`),
    ];
    expect(same?.base).toBe(same?.all);
    expect(other?.base).toBe(0);
  });

  it.each([1, 2, 3])('refuses every step that loses an original (seed %i)', async (seed) => {
    // What says the kind is turned round in the copies: the louder rest still finds the original, a map does not.
    const { map, report } = await decideWith(seed, (value, place) => (place < 4 ? -value : value));
    const losing = report.trials.filter(({ copies }) => (copies?.first ?? 0) < (copies?.base ?? 0));
    expect(losing.length).toBeGreaterThan(0);
    expect(losing.some(({ accepted }) => accepted)).toBe(false);
    expect(losing.some(({ unseenProducts }) => unseenProducts.low > 0)).toBe(true);
    expect(map?.settings.mix ?? 0).toBeLessThan(0.7);
  });
});
