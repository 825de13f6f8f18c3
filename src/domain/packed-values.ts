/*
 * The values of a facet as numbers: a value and its count are one word of 32 bits, which names a place in a list of names.
 * Words sort as values do: most frequent first, then by place, and names are sorted.
 *
 *   bits   31 … 18              17 … 0
 *          maximum - count      place
 */

const placeBits = 18;

/** Below these, a count and a place fit into a word. */
export const maximumPackedCount = 2 ** (32 - placeBits) - 1;
export const maximumPackedPlaces = 2 ** placeBits;

/** Names by their place; the same object for all facets of a field. */
export type Names = { readonly size: number; at(place: number): string };

/** The words from `start` to `end`. */
export type PackedValues = {
  readonly names: Names;
  readonly words: Uint32Array;
  readonly start: number;
  readonly end: number;
};

export const packValue = (count: number, place: number): number =>
  (((maximumPackedCount - count) << placeBits) | place) >>> 0;

export const countOf = (word: number): number => maximumPackedCount - (word >>> placeBits);

export const placeOf = (word: number): number => word & (maximumPackedPlaces - 1);

export const unpackValues = ({ names, words, start, end }: PackedValues): { name: string; count: number }[] =>
  Array.from(words.subarray(start, end), (word) => ({ name: names.at(placeOf(word)), count: countOf(word) }));
