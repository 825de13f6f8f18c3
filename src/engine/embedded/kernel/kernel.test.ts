import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileKernel } from '../../../../scripts/write-kernel.ts';
import { allocateMemory, fillLast, openKernel } from './kernel.ts';

/* Memory layout of all cases: queries, rows, a list, results. */
const [bytes, queries, rows] = [96, 4, 8];
const [rowsAt, listAt, outAt] = [queries * bytes, 4096, 8192];
const stride = bytes + 16;

const open = () => {
  const memory = allocateMemory(1 << 16);
  const { buffer } = memory;
  return {
    kernel: openKernel(memory),
    codes: new Int8Array(buffer),
    floats: new Float32Array(buffer),
    integers: new Int32Array(buffer),
    numbers: new Uint32Array(buffer),
  };
};

const openFloats = () => {
  const opened = open();
  for (let at = 0; at < listAt / 4; at += 1) opened.floats[at] = Math.sin(at * at) / 3;
  return opened;
};

/** Extreme codes first: sums of -127 × 127 must not overflow anywhere. */
const openCodes = () => {
  const opened = open();
  const { codes, floats, integers } = opened;
  for (let at = 0; at < rowsAt; at += 1) codes[at] = at < bytes ? 127 : (at * 37) % 128;
  for (let row = 0; row < rows; row += 1) {
    const at = rowsAt + row * stride;
    for (let i = 0; i < bytes; i += 1)
      codes[at + i] = row === 0 ? -127 : (((row * bytes + i) * 53) % 255) - 127;
    floats[(at + bytes) / 4] = 0.5 + row;
    integers[(at + bytes) / 4 + 1] = 100 * row - 300;
  }
  return opened;
};

/** In the order that assembly/kernel.ts promises. */
const addLanes = (floats: Float32Array, a: number, b: number): number => {
  const lanes = new Float32Array(4);
  for (let i = 0; i < bytes / 4; i += 1) {
    const product = Math.fround((floats[a / 4 + i] ?? 0) * (floats[b / 4 + i] ?? 0));
    lanes[i % 4] = (lanes[i % 4] ?? 0) + product;
  }
  const [x = 0, y = 0, z = 0, w = 0] = lanes;
  return Math.fround(Math.fround(x + y) + Math.fround(z + w));
};

const multiply = (codes: Int8Array, a: number, b: number): number => {
  let sum = 0;
  for (let i = 0; i < bytes; i += 1) sum += (codes[a + i] ?? 0) * (codes[b + i] ?? 0);
  return sum;
};

const listed = [7, 0, 3, 3, 5, 1, 6, 2];

describe('the kernel', () => {
  it('is what its source compiles to, byte for byte', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kindred-kernel-'));
    compileKernel(join(folder, 'kernel.wasm'));
    const compiled = await readFile(join(folder, 'kernel.wasm'));
    await rm(folder, { recursive: true });
    expect(compiled.equals(await readFile(new URL('kernel.wasm', import.meta.url)))).toBe(true);
  }, 300_000);

  it('multiplies floats of listed rows, lane by lane', () => {
    const { kernel, floats, numbers } = openFloats();
    numbers.set(listed, listAt / 4);
    kernel.scoreFloats(bytes, rowsAt, listAt, listed.length, bytes, bytes, outAt);
    const scores = [...floats.slice(outAt / 4, outAt / 4 + listed.length)];
    expect(scores).toEqual(listed.map((row) => addLanes(floats, bytes, rowsAt + row * bytes)));
  });

  it('multiplies int8 codes as plain arithmetic does', () => {
    const { kernel, codes, integers, numbers } = openCodes();
    const some = [2, 0, 3, 0];
    numbers.set(some, listAt / 4);
    kernel.multiplyInt8(0, listAt, queries, 0, queries, bytes, bytes, outAt);
    some.forEach((query, line) => {
      for (let row = 0; row < queries; row += 1)
        expect(integers[outAt / 4 + line * queries + row]).toBe(multiply(codes, query * bytes, row * bytes));
    });
  });

  it('adds int8 scores of listed rows, each with its scale and its offset', () => {
    const { kernel, codes, floats, numbers } = openCodes();
    numbers.set(listed, listAt / 4);
    floats.fill(1000, outAt / 4, outAt / 4 + listed.length);
    kernel.scoreInt8(bytes, rowsAt, listAt, listed.length, stride, bytes, outAt, bytes, 0.25);
    expect([...floats.slice(outAt / 4, outAt / 4 + listed.length)]).toEqual(
      listed.map((row) => {
        const sum = multiply(codes, bytes, rowsAt + row * stride);
        return Math.fround(1000 + Math.fround(0.25 * (0.5 + row) * (sum - (100 * row - 300))));
      }),
    );
  });

  it('finds the scores that reach a threshold, and no row without a scale', () => {
    const { kernel, floats, integers, numbers } = open();
    const [products, offsets, scales] = [
      [5, 9, 2, 7, 100, 8, -4, 6],
      [1, 1, 1, 1, 1, 8, -9, 1],
      [1, 1, 1, 0.5, NaN, 9, 1, 1],
    ];
    integers.set(products, 0);
    integers.set(offsets, 16);
    floats.set(scales, 32);
    expect(kernel.findAbove(0, 64, 128, 8, 4, outAt)).toBe(4);
    expect([...numbers.slice(outAt / 4, outAt / 4 + 4)]).toEqual([0, 1, 6, 7]);
  });

  it('adds what the bits of rows choose in the tables of a query', () => {
    const { kernel, floats } = open();
    const [tables, blocks] = [32, 2];
    const blockBytes = tables * 16 + 256;
    const [query, base] = [0, 4096];
    const memory = new Uint8Array(floats.buffer);
    for (let at = 0; at < tables * 16; at += 1) memory[query + at] = (at * 7) % 16;
    for (let at = 0; at < blocks * blockBytes; at += 1) memory[base + at] = (at * 31 + (at >> 3)) % 256;
    for (let row = 0; row < blocks * 32; row += 1) {
      const values = (base + Math.floor(row / 32) * blockBytes + tables * 16) / 4 + (row % 32);
      floats[values] = row;
      floats[values + 32] = 2;
      floats[outAt / 4 + row] = 0.5;
    }
    kernel.scoreBinary(query, tables * 16, base, blocks, outAt, 3, 10, 0.25);
    const expected = Array.from({ length: blocks * 32 }, (_, row) => {
      const block = base + Math.floor(row / 32) * blockBytes;
      let sum = 0;
      for (let table = 0; table < tables; table += 1) {
        const byte = memory[block + table * 16 + (row % 16)] ?? 0;
        sum += memory[query + table * 16 + (row % 32 < 16 ? byte & 15 : byte >> 4)] ?? 0;
      }
      return 0.5 + 3 * row + 2 * (10 + 0.25 * sum);
    });
    expect([...floats.slice(outAt / 4, outAt / 4 + blocks * 32)]).toEqual(expected);
  });

  it('selects the highest scores, and among equal ones the first', () => {
    const { kernel, floats, numbers } = open();
    const scores = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(scores, fc.nat(), (drawn, seed) => {
        const wanted = seed % (drawn.length + 1);
        const count = Math.ceil(drawn.length / 4) * 4;
        floats.fill(-Infinity, 0, count).set(drawn);
        kernel.selectBest(0, count, wanted, -10, 1, listAt, 20, outAt);
        const expected = drawn
          .map((score, place) => ({ score, place }))
          .sort((a, b) => b.score - a.score || a.place - b.place)
          .slice(0, wanted)
          .map(({ place }) => place)
          .sort((a, b) => a - b);
        expect([...numbers.slice(outAt / 4, outAt / 4 + wanted)]).toEqual(expected);
      }),
    );
  });
});

describe('a list', () => {
  it.each([
    [0, 0, []],
    [1, 4, [5, 5, 5, 5]],
    [4, 4, [5, 6, 7, 8]],
    [6, 8, [5, 6, 7, 8, 9, 10, 10, 10]],
  ])('of %i rows is filled up to %i with one that is in it', (count, padded, expected) => {
    const numbers = Uint32Array.from([5, 6, 7, 8, 9, 10, 11, 12]);
    expect(fillLast(numbers, count)).toBe(padded);
    expect([...numbers.slice(0, padded)]).toEqual(expected);
  });
});
