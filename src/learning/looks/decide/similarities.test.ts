import { describe, expect, it } from 'vitest';
import { resolveWeights } from '../../../domain/box.ts';
import { combine, scoreUnits } from '../../../engine/semantics/search/score.ts';
import { createSample, pack, truth } from '../../../../test/support/looks-sample.ts';
import { applyMap, applyParts, titleWeightOf } from '../map/looks-map.ts';
import { compareAspects, scoreAspects, toAnswerScore } from './measure-settings.ts';
import type { Settings } from '../map/decision.ts';
import { trainMap } from '../train/train-map.ts';

const vocabulary = { words: ['hoodie', 'lamp'], weights: Float32Array.of(1, 2) };
const titleOf = (row: number): string[] => [['hoodie'], ['lamp'], ['hoodie', 'lamp'], []][row % 4] ?? [];
const createTitle = (row: number): number[] => {
  const vector = vocabulary.words.map((word, at) => (titleOf(row).includes(word) ? at + 1 : 0));
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
};
const drawn = createSample({ seed: 5, label: truth }, 60);
const sample = {
  ...drawn,
  colour: pack(drawn.items.map((_, at) => [1, at % 3, at % 5])),
  words: {
    values: Float32Array.from(drawn.items.flatMap((_, row) => createTitle(row))),
    count: drawn.items.length,
    size: 2,
  },
};

describe('scores of trials', () => {
  const projection = trainMap(sample.looks, [{ labels: sample.items.map(({ label }) => label), weight: 1 }]);
  if (projection === null) throw new Error('no map');
  const rowOf = (features: { values: Float32Array; size: number }, row: number): Float32Array =>
    features.values.slice(row * features.size, (row + 1) * features.size);

  it.each<[string, Settings]>([
    ['the base', { mix: null, colour: 1, words: 0 }],
    ['a map', { mix: 0.7, colour: 1, words: 0 }],
    ['a map with words', { mix: 0.5, colour: 1, words: 0.2 }],
    ['a map with words and less colour', { mix: 0.8, colour: 0.5, words: 0.3 }],
    ['a map with words and more colour', { mix: 0.7, colour: 2, words: 0.2 }],
    ['the model with more colour', { mix: null, colour: 1.5, words: 0 }],
  ])('are those of answers: %s', (_name, settings) => {
    const map = { projection: settings.mix === null ? null : projection, settings, vocabulary };
    const weights = resolveWeights({ looks: 1, colour: 0.3 }, titleWeightOf(map));
    const pictures = sample.items.map((_, row) =>
      applyMap(
        map,
        { hash: '', looks: rowOf(sample.looks, row), colour: rowOf(sample.colour, row) },
        titleOf(row),
      ),
    );
    const multiply = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
      (a ?? new Float32Array(0)).reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0);
    const [aspects] = compareAspects(sample, applyParts(projection, sample.looks), [7]);
    if (aspects === undefined) throw new Error('no query');
    const own = pictures[7];
    scoreAspects(aspects, settings).forEach((score, row) => {
      const other = pictures[row];
      const shown = combine(
        weights,
        multiply(own?.looks, other?.looks),
        multiply(own?.colour, other?.colour),
        multiply(own?.title, other?.title),
      );
      expect(Math.max(0, toAnswerScore(score, settings))).toBeCloseTo(shown / scoreUnits, 4);
    });
  });
});
