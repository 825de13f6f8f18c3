import type { SectionArray, Sections } from '../storage/sections.ts';

/** A part of vectors whose numbers are nearly all 0, such as the words of titles: only the others are kept. */
export type SparsePart = {
  /** Adds the next picture. */
  add(floats: Float32Array, start: number): void;
  /** Adds the dot products of a query and pictures, times `weight`, to `scores` from `at` on. */
  addProducts(query: number, weight: number, pictures: Uint32Array, scores: Float32Array, at: number): void;
  /** What was added. */
  arrays(): Record<string, SectionArray>;
};

type Entries = { readonly places: Uint32Array; readonly values: Float32Array };

/** The part of pictures that were added and stored before: none can be added to it. */
export const openSparsePart = (dimensions: number, stored: Sections): SparsePart => {
  const entries = { places: stored.get('title.places', 'u32'), values: stored.get('title.values', 'f32') };
  const starts = stored.get('title.starts', 'u32');
  return {
    add: () => {
      throw new Error('the pictures are stored');
    },
    addProducts: createMultiplier(dimensions, starts, () => entries),
    arrays: () => ({
      'title.starts': starts,
      'title.places': entries.places,
      'title.values': entries.values,
    }),
  };
};

export const createSparsePart = (offset: number, dimensions: number, count: number): SparsePart => {
  /** The entries of picture n are from `starts[n]` to `starts[n + 1]`. */
  const starts = new Uint32Array(dimensions === 0 ? 0 : count + 1);
  let entries: Entries = { places: new Uint32Array(0), values: new Float32Array(0) };
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
      starts[added] = end;
    },
    addProducts: createMultiplier(dimensions, starts, () => entries),
    arrays: () => ({
      'title.starts': starts,
      'title.places': entries.places.subarray(0, end),
      'title.values': entries.values.subarray(0, end),
    }),
  };
};

const widen = ({ places, values }: Entries): Entries => {
  const length = Math.max(1024, places.length * 2);
  const wider = { places: new Uint32Array(length), values: new Float32Array(length) };
  wider.places.set(places);
  wider.values.set(values);
  return wider;
};

const createMultiplier = (
  dimensions: number,
  starts: Uint32Array,
  entriesNow: () => Entries,
): SparsePart['addProducts'] => {
  const query = new Float32Array(dimensions);
  const setQuery = (picture: number, { places, values }: Entries): void => {
    query.fill(0);
    for (let entry = starts[picture] ?? 0; entry < (starts[picture + 1] ?? 0); entry += 1)
      query[places[entry] ?? 0] = values[entry] ?? 0;
  };
  return (own, weight, pictures, scores, at) => {
    if (weight === 0 || dimensions === 0) return;
    const { places, values } = entriesNow();
    setQuery(own, { places, values });
    pictures.forEach((picture, index) => {
      let sum = 0;
      for (let entry = starts[picture] ?? 0; entry < (starts[picture + 1] ?? 0); entry += 1)
        sum += (values[entry] ?? 0) * (query[places[entry] ?? 0] ?? 0);
      scores[at + index] = (scores[at + index] ?? 0) + weight * sum;
    });
  };
};
