import { decideDefaults } from './decide-defaults.ts';
import { average, isFamilyFirst, precisionAt, rankFamilies } from './measure.ts';
import { isColourField } from '../train/choose-labels.ts';
import type { Sample, SampleCopies } from '../train/sample.ts';
import type { Settings } from '../map/decision.ts';
import type { Measures } from './run-steps.ts';
import { applyParts, colourWeight } from '../map/looks-map.ts';
import type { splitSample } from './guard-copies.ts';
import {
  type Features,
  type LabelSet,
  type Projection,
  selectFeatures,
  trainMap,
} from '../train/train-map.ts';
import { dotRows } from '../train/matrix.ts';

type Ranked = { readonly aspects: Aspects; readonly ranked: readonly number[] };

export const createMeasure = (sample: Sample, queries: Queries): ((settings: Settings) => Measures) => {
  const { items, further = [] } = sample;
  /** Declared fields beside the first count by their weight; fields that are only tried do not. */
  const weights = further.map(({ weight, isTrial }) => (isTrial ? 0 : weight));
  const colourField = further.findIndex(({ field }) => isColourField(field));
  /** The colour that the feed names; null where no field does. */
  const readColour = (row: number): string | null => items[row]?.further?.[colourField] ?? null;
  // A photo of the product in another colour need not be the nearest.
  const nameShown = (row: number): string => `${items[row]?.family ?? ''} ${readColour(row) ?? ''}`;
  const shown = new Map<string, number>();
  items.forEach((_, row) => shown.set(nameShown(row), (shown.get(nameShown(row)) ?? 0) + 1));
  const hasOthers = ({ query }: Aspects): boolean => (shown.get(nameShown(query)) ?? 0) > 1;
  const colours = new Map(
    [...queries.products, ...queries.labels].map(({ query, colour }) => [query, average(colour)]),
  );
  // Where all pictures have one colour, nothing can be said about it.
  const hasColours = average([...colours.values()]) < 0.99;
  const rank = (settings: Settings) => (aspects: Aspects) => ({
    aspects,
    ranked: rankFamilies(scoreAspects(aspects, settings), items, aspects.query, decideDefaults.k),
  });
  const precision = ({ aspects, ranked }: Ranked): number =>
    precisionAt(ranked, items, aspects.query, weights);
  const readSameColour = ({ aspects: { query, colour }, ranked }: Ranked): number => {
    const label = readColour(query);
    if (label !== null && ranked.length > 0)
      return average(ranked.map((row) => (readColour(row) === label ? 1 : 0)));
    const all = colours.get(query) ?? 0;
    return (average(ranked.map((row) => colour[row] ?? 0)) - all) / (1 - all);
  };
  const compareColours = ({ aspects: { query, colour }, ranked }: Ranked): number =>
    ranked.length === 0 ? 0 : average(ranked.map((row) => colour[row] ?? 0)) - (colours.get(query) ?? 0);
  return (settings) => {
    const products = queries.products.map(rank(settings));
    const labels = queries.labels.map(rank(settings));
    const scoreWithoutWords = (aspects: Aspects) => scoreAspects(aspects, { ...settings, words: 0 });
    return {
      products: products.map(precision),
      labels: labels.map(precision),
      sameProduct: [...queries.products, ...queries.labels]
        .filter(hasOthers)
        .map((aspects) => isFamilyFirst(scoreWithoutWords(aspects), items, aspects.query)),
      sameColour: hasColours ? products.map(readSameColour) : [],
      colour: [...products, ...labels].map(compareColours),
      copies: queries.copies.map((aspects) =>
        isFamilyFirst(scoreWithoutWords(aspects), items, aspects.query, 'all'),
      ),
    };
  };
};

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

export const trainOn = (sample: Sample, rows: readonly number[], also?: string): Projection | null =>
  trainMap(selectFeatures(sample.looks, rows), listSets(sample, rows, also));

/** The first map with both parts, and what other fields make of the learnt part. */
const applyAll = (main: Projection, others: readonly (readonly [string, Projection])[], looks: Features) => ({
  ...applyParts(main, looks),
  also: new Map(others.map(([field, projection]) => [field, applyParts(projection, looks).mapped])),
});

export type Queries = NonNullable<ReturnType<typeof prepareQueries>>;

/**
 * Compares all that is held out (products, products of held-out labels, altered copies) with all pictures, by maps that did not
 * see it. Null when nothing can be learnt.
 */
export const prepareQueries = (sample: Sample, split: ReturnType<typeof splitSample>) => {
  const main = trainOn(sample, split.training);
  if (main === null) return null;
  const others = listTried(sample).flatMap((field) => {
    const projection = trainOn(sample, split.training, field);
    return projection === null ? [] : [[field, projection] as const];
  });
  const parts = applyAll(main, others, sample.looks);
  const { copies } = sample;
  return {
    products: compareAspects(sample, parts, split.unseenProducts),
    labels: compareAspects(sample, parts, split.unseenLabels),
    copies:
      copies === undefined ? [] : compareCopies(sample, parts, copies, applyAll(main, others, copies.looks)),
  };
};

/** Similarities of one picture to all, for each aspect. */
export type Aspects = {
  readonly query: number;
  readonly plain: Float32Array;
  readonly mapped: Float32Array | null;
  /** As `mapped`, by a map that is trained on a further field, too. */
  readonly also?: ReadonlyMap<string, Float32Array>;
  readonly centred: Float32Array | null;
  readonly colour: Float32Array;
  readonly words: Float32Array | null;
};

export type Parts = {
  readonly mapped: Features;
  readonly base: Features;
  /** The learnt part of maps that are trained on a further field, too. */
  readonly also?: ReadonlyMap<string, Features>;
};

/** The products of one row with all rows. */
const compareRow = (own: Features, at: number, all: Features): Float32Array =>
  Float32Array.from({ length: all.count }, (_, row) =>
    dotRows(own.values, at * own.size, all.values, row * all.size, all.size),
  );

type Compared = Pick<Sample, 'looks' | 'colour' | 'words'> & { readonly parts: Parts | null };

/** The picture in row `at` of `own` beside all pictures. */
const compareAll = (query: number, own: Compared, at: number, all: Compared): Aspects => {
  const compare = (some: Features, others: Features): Float32Array => compareRow(some, at, others);
  const [parts, others] = [own.parts, all.parts];
  return {
    query,
    plain: compare(own.looks, all.looks),
    mapped: parts && others && compare(parts.mapped, others.mapped),
    // Both were mapped by the same maps, so both have the same fields.
    also: new Map(
      [...(parts?.also ?? [])].map(([field, part]) => [
        field,
        compare(part, others?.also?.get(field) ?? part),
      ]),
    ),
    centred: parts && others && compare(parts.base, others.base),
    colour: compare(own.colour, all.colour),
    words: own.words && all.words && compare(own.words, all.words),
  };
};

/** Kept for all settings that are tried: 800 pictures of 4,000 with seven aspects are 90 MB. */
export const compareAspects = (sample: Sample, parts: Parts | null, queries: readonly number[]) => {
  const all = { ...sample, parts };
  return queries.map((query) => compareAll(query, all, query, all));
};

/** Altered copies beside all pictures. Their titles are left out: a copy in a shop may have another one. */
const compareCopies = (sample: Sample, parts: Parts, copies: SampleCopies, copyParts: Parts): Aspects[] =>
  copies.rows.map((query, at) =>
    compareAll(query, { ...copies, words: null, parts: copyParts }, at, { ...sample, parts }),
  );

/** A score of `scoreAspects` on the scale of answers: as a box with default weights and the decided title shows it. */
export const toAnswerScore = (score: number, { colour, words }: Settings): number =>
  colour <= 1
    ? (score + colourWeight * (1 - colour)) / (1 + colourWeight + words)
    : (score + colour - 1) / ((1 + colourWeight) * colour + words);

/** The score that a box with default weights would give, up to a constant. */
export const scoreAspects = (
  { plain, mapped, also, centred, colour, words }: Aspects,
  { mix, colour: kept, words: weight, also: field }: Settings,
): Float32Array => {
  const learnt = (field === undefined ? null : also?.get(field)) ?? mapped;
  return plain.map((value, row) => {
    const looks = mix === null ? value : mix * (learnt?.[row] ?? 0) + (1 - mix) * (centred?.[row] ?? 0);
    return looks + colourWeight * kept * (colour[row] ?? 0) + weight * (words?.[row] ?? 0);
  });
};
