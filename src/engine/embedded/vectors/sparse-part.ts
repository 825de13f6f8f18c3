/** A part of vectors whose numbers are nearly all 0, such as the words of titles: only the others are kept. */
export type SparsePart = {
  /** Adds the next picture. */
  add(floats: Float32Array, start: number): void;
  /** Adds the dot products of a query and pictures, times `weight`, to `scores` from `at` on. */
  addProducts(query: number, weight: number, pictures: Uint32Array, scores: Float32Array, at: number): void;
};

export const createSparsePart = (offset: number, dimensions: number, count: number): SparsePart => {
  /** The entries of picture n are from `starts[n]` to `starts[n + 1]`. */
  const starts = new Uint32Array(dimensions === 0 ? 0 : count + 1);
  const places: number[] = [];
  const values: number[] = [];
  let added = 0;
  const query = new Float32Array(dimensions);
  const setQuery = (picture: number): void => {
    query.fill(0);
    for (let entry = starts[picture] ?? 0; entry < (starts[picture + 1] ?? 0); entry += 1)
      query[places[entry] ?? 0] = values[entry] ?? 0;
  };
  return {
    add: (floats, start) => {
      if (dimensions === 0) return;
      for (let place = 0; place < dimensions; place += 1) {
        const value = floats[start + offset + place] ?? 0;
        if (value === 0) continue;
        places.push(place);
        values.push(value);
      }
      added += 1;
      starts[added] = places.length;
    },
    addProducts: (own, weight, pictures, scores, at) => {
      if (weight === 0 || dimensions === 0) return;
      setQuery(own);
      pictures.forEach((picture, index) => {
        let sum = 0;
        for (let entry = starts[picture] ?? 0; entry < (starts[picture + 1] ?? 0); entry += 1)
          sum += (values[entry] ?? 0) * (query[places[entry] ?? 0] ?? 0);
        scores[at + index] = (scores[at + index] ?? 0) + weight * sum;
      });
    },
  };
};
