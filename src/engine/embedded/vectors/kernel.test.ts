import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import openWabt from 'wabt';
import { kernelCode, openKernel } from './kernel.ts';

const dimensions = 24;
const stride = dimensions * 4;
const queries = 4;
const rows = 6;

/** Memory layout: vectors of queries, then of rows, then the products. */
const prepare = () => {
  const vectors = queries + rows;
  const { kernel, memory } = openKernel((vectors * dimensions + queries * rows + 4) * 4);
  const floats = new Float32Array(memory);
  for (let at = 0; at < vectors * dimensions; at += 1) floats[at] = Math.sin(at * at) / 3;
  return { kernel, floats, out: vectors * stride };
};

describe('the dot product kernel', () => {
  it('is what kernel.wat assembles to, byte for byte', async () => {
    const source = await readFile(new URL('./kernel.wat', import.meta.url), 'utf8');
    const module = (await openWabt()).parseWat('kernel.wat', source, { simd: true });
    const { buffer } = module.toBinary({});
    module.destroy();
    expect(Buffer.from(buffer).toString('base64')).toBe(kernelCode);
  });

  it('gives bit-identical results from four() and matrix()', () => {
    const { kernel, floats, out } = prepare();
    kernel.matrix(0, queries, queries * stride, rows, stride, stride, out);
    const matrix = floats.slice(out / 4, out / 4 + queries * rows);
    const single = out + queries * rows * 4;
    for (let query = 0; query < queries; query += 1) {
      const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((row) => (queries + row) * stride);
      kernel.four(query * stride, a, b, c, d, stride, single);
      const sums = floats.slice(single / 4, single / 4 + 4);
      expect([...sums]).toEqual([...matrix.slice(query * rows, query * rows + 4)]);
    }
  });

  it('agrees with dot products computed in plain JavaScript', () => {
    const { kernel, floats, out } = prepare();
    kernel.matrix(0, queries, queries * stride, rows, stride, stride, out);
    for (let query = 0; query < queries; query += 1) {
      for (let row = 0; row < rows; row += 1) {
        let sum = 0;
        for (let i = 0; i < dimensions; i += 1) {
          sum += (floats[query * dimensions + i] ?? 0) * (floats[(queries + row) * dimensions + i] ?? 0);
        }
        expect(floats[out / 4 + query * rows + row]).toBeCloseTo(sum, 5);
      }
    }
  });
});
