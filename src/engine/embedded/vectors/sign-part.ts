/** The bits of one part of a vector (looks or colour), and what is needed to estimate a dot product from them. */
export type SignPart = {
  /** Bytes of one picture's bits, whole SIMD vectors; 0 for a part without numbers. */
  readonly bytes: number;
  addToMean(floats: Float32Array, start: number): void;
  finishMean(): void;
  /** Writes the bits of a picture to `bits` from `base` on. */
  encode(floats: Float32Array, start: number, picture: number, bits: Uint8Array, base: number): void;
  /** Adds the estimated dot products of a query and pictures, times `weight`, from the number of bits that differ. */
  addEstimates(query: number, weight: number, batch: SignBatch, scores: Float32Array, at: number): void;
};

/** Numbers of pictures, and how many bits of each differ from the query's. */
export type SignBatch = {
  readonly pictures: Uint32Array;
  readonly distances: Int32Array;
  readonly count: number;
};

/**
 * With m the mean: a·b = (a - m)·(b - m) + m·b + (a - m)·m. The first product is estimated from the angle that the
 * bits give, the second is stored, and the third is the same for all pictures, so it is left out.
 */
export const createSignPart = (offset: number, dimensions: number, count: number): SignPart => {
  const bytes = Math.ceil(dimensions / 128) * 16;
  const mean = new Float64Array(dimensions);
  const lengths = new Float32Array(dimensions === 0 ? 0 : count);
  const meanProducts = new Float32Array(lengths.length);
  const cosines = Float64Array.from({ length: dimensions + 1 }, (_, distance) =>
    Math.cos((Math.PI * distance) / Math.max(1, dimensions)),
  );
  let added = 0;
  return {
    bytes,
    addToMean: (floats, start) => {
      added += 1;
      for (let i = 0; i < dimensions; i += 1) mean[i] = (mean[i] ?? 0) + (floats[start + offset + i] ?? 0);
    },
    finishMean: () => {
      for (let i = 0; i < dimensions; i += 1) mean[i] = (mean[i] ?? 0) / Math.max(1, added);
    },
    encode: (floats, start, picture, bits, base) => {
      let squares = 0;
      let product = 0;
      let to = base + picture * bytes;
      const from = start + offset;
      for (let first = 0; first < dimensions; first += 8) {
        const last = Math.min(dimensions, first + 8);
        let byte = 0;
        for (let i = first; i < last; i += 1) {
          const average = mean[i] ?? 0;
          const value = floats[from + i] ?? 0;
          const difference = value - average;
          squares += difference * difference;
          product += value * average;
          if (difference > 0) byte |= 1 << (i - first);
        }
        bits[to] = byte;
        to += 1;
      }
      if (dimensions === 0) return;
      lengths[picture] = Math.sqrt(squares);
      meanProducts[picture] = product;
    },
    addEstimates: (query, weight, { pictures, distances, count: some }, scores, at) => {
      const own = weight * (lengths[query] ?? 0);
      for (let index = 0; index < some; index += 1) {
        const picture = pictures[index] ?? 0;
        const angle = cosines[distances[index] ?? 0] ?? 0;
        const estimate = weight * (meanProducts[picture] ?? 0) + own * (lengths[picture] ?? 0) * angle;
        scores[at + index] = (scores[at + index] ?? 0) + estimate;
      }
    },
  };
};
