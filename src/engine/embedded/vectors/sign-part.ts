/** The bits of one part of a vector (looks or colour), and what is needed to estimate a dot product from them. */
export type SignPart = {
  /** Where the first picture is, in bytes. */
  readonly base: number;
  /** Bytes of one picture's bits, whole SIMD vectors; 0 for a part without numbers. */
  readonly bytes: number;
  /** Bytes from one picture to the next: the bits, and two floats. */
  readonly stride: number;
  /** The cosine for each number of bits that differ. */
  readonly cosines: Float32Array;
  /** Where the part is in a vector, in floats. */
  readonly offset: number;
  /** The average of all pictures. */
  readonly mean: Float64Array;
  addToMean(floats: Float32Array, start: number): void;
  finishMean(count: number): void;
  /** Writes a picture; `bits` and `numbers` are views of the same memory. */
  encode(floats: Float32Array, start: number, picture: number, bits: Uint8Array, numbers: Float32Array): void;
};

/** Two floats, and room up to the next whole SIMD vector. */
const tailBytes = 16;

/**
 * With m the mean: a·b = (a - m)·(b - m) + m·b + (a - m)·m. The first product is estimated from the angle that the
 * bits give and the lengths of both, the second is stored, and the third is the same for all pictures: it is left out.
 */
export const createSignPart = (offset: number, dimensions: number, base: number): SignPart => {
  const bytes = Math.ceil(dimensions / 128) * 16;
  const stride = bytes === 0 ? 0 : bytes + tailBytes;
  const mean = new Float64Array(dimensions);
  const cosines = Float32Array.from({ length: Math.ceil((dimensions + 1) / 4) * 4 }, (_, distance) =>
    Math.cos((Math.PI * distance) / Math.max(1, dimensions)),
  );
  return {
    base,
    bytes,
    stride,
    cosines,
    offset,
    mean,
    addToMean: (floats, start) => {
      for (let i = 0; i < dimensions; i += 1) mean[i] = (mean[i] ?? 0) + (floats[start + offset + i] ?? 0);
    },
    finishMean: (count) => {
      for (let i = 0; i < dimensions; i += 1) mean[i] = (mean[i] ?? 0) / Math.max(1, count);
    },
    encode: (floats, start, picture, bits, numbers) => {
      if (dimensions === 0) return;
      let squares = 0;
      let product = 0;
      let to = base + picture * stride;
      const tail = (to + bytes) / 4;
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
      numbers[tail] = product;
      numbers[tail + 1] = Math.sqrt(squares);
    },
  };
};
