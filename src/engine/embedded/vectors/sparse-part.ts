import type { SectionArray, Sections } from '../storage/sections.ts';

/** A part of vectors whose numbers are nearly all 0, such as the words of titles: only the others are kept. */
export type SparsePart = {
  /** Adds the next picture. */
  add(floats: Float32Array, start: number): void;
  /** The dot product of a picture and the numbers of a query, all of them. */
  multiply(query: Float32Array, picture: number): number;
  /** What was added. */
  arrays(): Record<string, SectionArray>;
};

/** The entries of picture n are from `starts[n]` to `starts[n + 1]`. */
type Entries = {
  readonly starts: Uint32Array;
  readonly places: Uint32Array;
  readonly values: Float32Array;
};

/** The part of pictures that were added and stored before: none can be added to it. */
export const openSparsePart = (stored: Sections): SparsePart => {
  const entries = {
    starts: stored.get('title.starts', 'u32'),
    places: stored.get('title.places', 'u32'),
    values: stored.get('title.values', 'f32'),
  };
  return {
    add: () => {
      throw new Error('the pictures are stored');
    },
    multiply: (query, picture) => multiply(entries, query, picture),
    arrays: () => toArrays(entries),
  };
};

export const createSparsePart = (offset: number, dimensions: number, count: number): SparsePart => {
  let entries: Entries = {
    starts: new Uint32Array(dimensions === 0 ? 0 : count + 1),
    places: new Uint32Array(0),
    values: new Float32Array(0),
  };
  let [added, end] = [0, 0];
  const push = (place: number, value: number): void => {
    if (end === entries.places.length) entries = widen(entries);
    entries.places[end] = place;
    entries.values[end] = value;
    end += 1;
  };
  return {
    add: (floats, start) => {
      if (dimensions === 0) return;
      for (let place = 0; place < dimensions; place += 1) {
        const value = floats[start + offset + place] ?? 0;
        if (value !== 0) push(place, value);
      }
      added += 1;
      entries.starts[added] = end;
    },
    multiply: (query, picture) => multiply(entries, query, picture),
    arrays: () =>
      toArrays({
        ...entries,
        places: entries.places.subarray(0, end),
        values: entries.values.subarray(0, end),
      }),
  };
};

const toArrays = ({ starts, places, values }: Entries): Record<string, SectionArray> => ({
  'title.starts': starts,
  'title.places': places,
  'title.values': values,
});

const widen = ({ starts, places, values }: Entries): Entries => {
  const length = Math.max(1024, places.length * 2);
  const wider = { starts, places: new Uint32Array(length), values: new Float32Array(length) };
  wider.places.set(places);
  wider.values.set(values);
  return wider;
};

const multiply = ({ starts, places, values }: Entries, query: Float32Array, picture: number): number => {
  const end = starts[picture + 1] ?? 0;
  let sum = 0;
  for (let entry = starts[picture] ?? 0; entry < end; entry += 1)
    sum += (values[entry] ?? 0) * (query[places[entry] ?? 0] ?? 0);
  return sum;
};
