import type { Sample } from './sample.ts';
import { addCosines } from './measure.ts';
import type { Features } from './train-map.ts';

/** How pictures of a catalogue are compared. */
export type Settings = {
  /** Share of the learnt map beside the vectors of the model; null: those vectors as they are. */
  readonly mix: number | null;
  /** How much of a box's weight of colour is kept, 0 to 1. */
  readonly colour: number;
  /** Weight of the words of the title beside looks (1). */
  readonly words: number;
};

export const baseSettings: Settings = { mix: null, colour: 1, words: 0 };

/** Weight of colour beside looks, as boxes have it unless they say otherwise. */
export const colourWeight = 0.3;

/** Similarities of one picture to all, for each aspect. */
export type Aspects = {
  readonly query: number;
  readonly plain: Float32Array;
  readonly mapped: Float32Array | null;
  readonly centred: Float32Array | null;
  readonly colour: Float32Array;
  readonly words: Float32Array | null;
};

export type Parts = { readonly mapped: Features; readonly base: Features };

/** Kept for all settings that are tried: 800 pictures of 4,000 with five aspects are 64 MB. */
export const compareAspects = (
  sample: Sample,
  parts: Parts | null,
  queries: readonly number[],
): Aspects[] => {
  return queries.map((query) => {
    const compare = (features: Features): Float32Array => {
      const cosines = new Float32Array(features.count);
      addCosines(features, 1, query, cosines);
      return cosines;
    };
    return {
      query,
      plain: compare(sample.looks),
      mapped: parts && compare(parts.mapped),
      centred: parts && compare(parts.base),
      colour: compare(sample.colour),
      words: sample.words && compare(sample.words),
    };
  });
};

/** A score of `scoreAspects` on the scale of answers: as a box with default weights and the decided title shows it. */
export const toAnswerScore = (score: number, { colour, words }: Settings): number =>
  (score + colourWeight * (1 - colour)) / (1 + colourWeight + words);

/** The score that a box with default weights would give, up to a constant. */
export const scoreAspects = (
  { plain, mapped, centred, colour, words }: Aspects,
  { mix, colour: kept, words: weight }: Settings,
): Float32Array =>
  plain.map((value, row) => {
    const looks = mix === null ? value : mix * (mapped?.[row] ?? 0) + (1 - mix) * (centred?.[row] ?? 0);
    return looks + colourWeight * kept * (colour[row] ?? 0) + weight * (words?.[row] ?? 0);
  });
