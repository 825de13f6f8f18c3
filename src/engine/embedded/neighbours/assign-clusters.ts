import type { Weights } from '../../../domain/box.ts';
import { allocateMemory, openKernel } from '../kernel/kernel.ts';
import { codeStride, createQuantiser, offsetProduct } from '../vectors/quantise.ts';
import { vectorStride } from '../vectors/vector-shape.ts';
import type { CompareData } from './compare-types.ts';

/** Finds the nearest of some centres for each picture. Centres have the shape of a vector; their number is a multiple of 4. */
export type AssignTask = {
  readonly weights: Weights;
  readonly centres: Float32Array;
  readonly pictures: Uint32Array;
};

const tile = { rows: 64 };

/** Centres are the rows of the kernel here, and pictures its queries: only the order of centres counts for a picture. */
export const createAssigner = ({ vectors, shape }: CompareData) => {
  const floatStride = vectorStride(shape);
  const stride = codeStride(shape);
  return ({ weights, centres, pictures }: AssignTask): Uint16Array => {
    const count = centres.length / floatStride;
    const centresAt = tile.rows * stride;
    const outAt = centresAt + count * stride;
    const listAt = outAt + tile.rows * count * 4;
    const home = allocateMemory(listAt + tile.rows * 4);
    const kernel = openKernel(home);
    const memory = home.buffer;
    new Uint32Array(memory, listAt, tile.rows).forEach((_, at, list) => (list[at] = at));
    const codes = new Int8Array(memory);
    const products = new Int32Array(memory, outAt, tile.rows * count);
    const quantiser = createQuantiser(shape, weights);
    const scales = new Float64Array(count);
    const offsets = new Float64Array(count);
    for (let centre = 0; centre < count; centre += 1) {
      const at = centresAt + centre * stride;
      scales[centre] = quantiser.encodeRow(centres, centre * floatStride, codes, at);
      offsets[centre] = offsetProduct(codes, at, stride);
    }
    const nearest = new Uint16Array(pictures.length);
    for (let first = 0; first < pictures.length; first += tile.rows) {
      const some = pictures.subarray(first, first + tile.rows);
      some.forEach((picture, q) => quantiser.encodeQuery(vectors, picture * floatStride, codes, q * stride));
      kernel.multiplyInt8(0, listAt, Math.ceil(some.length / 4) * 4, centresAt, count, stride, stride, outAt);
      for (let q = 0; q < some.length; q += 1)
        nearest[first + q] = findLargest(products, q * count, offsets, scales);
    }
    return nearest;
  };
};

const findLargest = (
  products: Int32Array,
  at: number,
  offsets: Float64Array,
  scales: Float64Array,
): number => {
  let best = 0;
  let highest = -Infinity;
  for (let centre = 0; centre < scales.length; centre += 1) {
    const score = ((products[at + centre] ?? 0) - (offsets[centre] ?? 0)) * (scales[centre] ?? 0);
    if (score <= highest) continue;
    highest = score;
    best = centre;
  }
  return best;
};
