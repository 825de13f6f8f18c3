import type { SectionArray, Sections } from '../storage/sections.ts';

/**
 * A part of vectors whose numbers are nearly all 0, such as the words of titles: only the others are kept. The entries of
 * picture n are from `starts[n]` to `starts[n + 1]`.
 */
export type SparsePart = {
  readonly starts: Uint32Array;
  readonly places: Uint32Array;
  readonly values: Float32Array;
};

export const readSparsePart = (sections: Sections): SparsePart => ({
  starts: sections.get('title.starts', 'u32'),
  places: sections.get('title.places', 'u32'),
  values: sections.get('title.values', 'f32'),
});

export const packSparsePart = ({ starts, places, values }: SparsePart): Record<string, SectionArray> => ({
  'title.starts': starts,
  'title.places': places,
  'title.values': values,
});

/** Collects the part of `count` pictures, in their order. */
export const collectSparsePart = (offset: number, dimensions: number, count: number) => {
  const starts = new Uint32Array(dimensions === 0 ? 0 : count + 1);
  let places = new Uint32Array(0);
  let values = new Float32Array(0);
  let [added, end] = [0, 0];
  const widen = (): void => {
    const length = Math.max(1024, places.length * 2);
    const [before, numbers] = [places, values];
    [places, values] = [new Uint32Array(length), new Float32Array(length)];
    places.set(before);
    values.set(numbers);
  };
  return {
    add: (floats: Float32Array, start: number): void => {
      if (dimensions === 0) return;
      for (let place = 0; place < dimensions; place += 1) {
        const value = floats[start + offset + place] ?? 0;
        if (value === 0) continue;
        if (end === places.length) widen();
        places[end] = place;
        values[end] = value;
        end += 1;
      }
      added += 1;
      starts[added] = end;
    },
    finish: (): SparsePart => ({ starts, places: places.subarray(0, end), values: values.subarray(0, end) }),
  };
};

/** The dot product of a picture and the numbers of a query, all of them. */
export const multiplySparse = (
  { starts, places, values }: SparsePart,
  query: Float32Array,
  picture: number,
): number => {
  const end = starts[picture + 1] ?? 0;
  let sum = 0;
  for (let entry = starts[picture] ?? 0; entry < end; entry += 1)
    sum += (values[entry] ?? 0) * (query[places[entry] ?? 0] ?? 0);
  return sum;
};
