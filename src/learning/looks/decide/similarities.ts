import { colourWeight } from '../map/looks-map.ts';
import type { Settings } from '../decision.ts';
import { dotRows } from '../train/matrix.ts';
import type { Sample, SampleCopies } from '../train/sample.ts';
import type { Features } from '../train/train-map.ts';

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
export const compareAspects = (
  sample: Sample,
  parts: Parts | null,
  queries: readonly number[],
): Aspects[] => {
  const all = { ...sample, parts };
  return queries.map((query) => compareAll(query, all, query, all));
};

/** Altered copies beside all pictures. Their titles are left out: a copy in a shop may have another one. */
export const compareCopies = (
  sample: Sample,
  parts: Parts,
  copies: SampleCopies,
  copyParts: Parts,
): Aspects[] =>
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
