import { decideDefaults } from './decide-defaults.ts';
import { applyParts } from '../map/looks-map.ts';
import type { Queries } from './measure-settings.ts';
import type { Sample } from '../train/sample.ts';
import { compareAspects, compareCopies, type Parts } from './similarities.ts';
import type { Split } from './split-sample.ts';
import {
  type Features,
  type LabelSet,
  type Projection,
  selectFeatures,
  trainMap,
} from '../train/train-map.ts';

/** Fields that were found by inspection beside the first; none in a small catalogue. */
export const listTried = ({ items, further = [] }: Sample): string[] =>
  items.length < decideDefaults.triedFrom
    ? []
    : further.filter(({ isTrial }) => isTrial).map(({ field }) => field);

/** Labels of the first field, of those declared beside it, and of `also`, which is tried. */
const listSets = ({ items, further = [] }: Sample, rows: readonly number[], also?: string): LabelSet[] => [
  { labels: rows.map((row) => items[row]?.label ?? null), weight: 1 },
  ...further.flatMap(({ field, weight, isTrial }, at) =>
    isTrial && field !== also
      ? []
      : [{ labels: rows.map((row) => items[row]?.further?.[at] ?? null), weight }],
  ),
];

/** A map that sees these rows only. */
export const trainOn = (sample: Sample, rows: readonly number[], also?: string): Projection | null =>
  trainMap(selectFeatures(sample.looks, rows), listSets(sample, rows, also));

/** The first map with both parts, and what other fields make of the learnt part. */
const applyAll = (
  main: Projection,
  others: readonly (readonly [string, Projection])[],
  looks: Features,
): Parts => ({
  ...applyParts(main, looks),
  also: new Map(others.map(([field, projection]) => [field, applyParts(projection, looks).mapped])),
});

/** Compares all that is held out with all pictures, by maps that did not see it. Null when nothing can be learnt. */
export const prepareQueries = (sample: Sample, split: Split): Queries | null => {
  const main = trainOn(sample, split.training);
  if (main === null) return null;
  const others = listTried(sample).flatMap((field) => {
    const projection = trainOn(sample, split.training, field);
    return projection === null ? [] : [[field, projection] as const];
  });
  const parts = applyAll(main, others, sample.looks);
  const { copies } = sample;
  const copyParts = copies === undefined ? null : applyAll(main, others, copies.looks);
  return {
    products: compareAspects(sample, parts, split.unseenProducts),
    labels: compareAspects(sample, parts, split.unseenLabels),
    copies: copies === undefined || copyParts === null ? [] : compareCopies(sample, parts, copies, copyParts),
  };
};
