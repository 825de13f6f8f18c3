import { describe, expect, it } from 'vitest';
import openWabt from 'wabt';
import { createKernelSource, kernelFeatures, type Multiply } from '../../../../scripts/code-kernel-source.ts';
import { compileWidenedKernel, fillLast, openCodeKernel } from './code-kernel.ts';
import { codeLevels, encodeNumbers } from './quantise.ts';
import { relaxedCode, widenedCode } from './code-kernel-wasm.ts';

const bytes = 48;
const queries = 4;
const rows = 8;
const base = queries * bytes;
const out = base + rows * bytes;
const list = out + queries * rows * 4;

/** Extreme codes first: sums of -127 × 127 must not overflow anywhere. */
const prepare = (module?: object) => {
  const opened = openCodeKernel(list + 2048, module);
  const codes = new Int8Array(opened.memory);
  for (let at = 0; at < base; at += 1) codes[at] = at < bytes ? 127 : (at * 37) % 128;
  for (let at = 0; at < rows * bytes; at += 1) codes[base + at] = at < bytes ? -127 : ((at * 53) % 255) - 127;
  return { ...opened, codes, sums: new Int32Array(opened.memory), numbers: new Uint32Array(opened.memory) };
};

const plainDot = (codes: Int8Array, query: number, row: number): number => {
  let sum = 0;
  for (let at = 0; at < bytes; at += 1)
    sum += (codes[query * bytes + at] ?? 0) * (codes[base + row * bytes + at] ?? 0);
  return sum;
};

/** Rows with a scale and an offset behind their codes, against the second query; floats at the results are 1,000 before. */
const prepareScores = (module?: object) => {
  const stride = bytes + 16;
  const [rowsAt, outAt, listAt] = [queries * bytes, 4096, 8192];
  const { kernel, memory } = openCodeKernel(listAt + 256, module);
  const views = {
    codes: new Int8Array(memory),
    integers: new Int32Array(memory),
    floats: new Float32Array(memory),
    numbers: new Uint32Array(memory),
  };
  const { codes, integers, floats, numbers } = views;
  for (let at = 0; at < rowsAt; at += 1) codes[at] = at % bytes === 0 ? 127 : (at * 37) % 128;
  for (let row = 0; row < rows; row += 1) {
    const at = rowsAt + row * stride;
    for (let i = 0; i < bytes; i += 1)
      codes[at + i] = row === 0 ? -127 : (((row * bytes + i) * 53) % 255) - 127;
    floats[(at + bytes) / 4] = 0.5 + row;
    integers[(at + bytes) / 4 + 1] = 100 * row - 300;
  }
  return {
    score: (
      name: 'codeScores' | 'codeScoresByPairs',
      wanted: readonly number[],
      length: number,
    ): number[] => {
      numbers.set(wanted, listAt / 4);
      floats.fill(1000, outAt / 4, outAt / 4 + wanted.length);
      kernel[name](bytes, rowsAt, listAt, wanted.length, stride, length, outAt, bytes, 0.25);
      return [...floats.slice(outAt / 4, outAt / 4 + wanted.length)];
    },
    expected: (row: number, length: number): number => {
      let sum = 0;
      for (let at = 0; at < length; at += 1)
        sum += (codes[bytes + at] ?? 0) * (codes[rowsAt + row * stride + at] ?? 0);
      return 1000 + 0.25 * (0.5 + row) * (sum - (100 * row - 300));
    },
  };
};

const plainDistance = (codes: Int8Array, query: number, row: number, length: number): number => {
  let sum = 0;
  for (let at = 0; at < length; at += 1) {
    const differing = ((codes[query * bytes + at] ?? 0) ^ (codes[base + row * bytes + at] ?? 0)) & 255;
    sum += differing.toString(2).replaceAll('0', '').length;
  }
  return sum;
};

const assembled = async (multiply: Multiply): Promise<string> => {
  const module = (await openWabt()).parseWat('kernel.wat', createKernelSource(multiply), kernelFeatures);
  const { buffer } = module.toBinary({});
  module.destroy();
  return Buffer.from(buffer).toString('base64');
};

describe('the kernel on quantised vectors', () => {
  it.each([
    ['relaxed', relaxedCode],
    ['widened', widenedCode],
  ] as const)('is what its source assembles to (%s)', async (multiply, code) => {
    expect(await assembled(multiply)).toBe(code);
  });

  it.each([
    ['matrix', 'relaxed SIMD', undefined],
    ['matrix', 'widening multiplication', compileWidenedKernel()],
    ['matrixByPairs', 'relaxed SIMD', undefined],
    ['matrixByPairs', 'widening multiplication', compileWidenedKernel()],
  ] as const)('multiplies a matrix as plain JavaScript does (%s, with %s)', (name, _, module) => {
    const { kernel, codes, sums, numbers } = prepare(module);
    const listed = [2, 0, 3, 0];
    numbers.set(listed, list / 4);
    kernel[name](0, list, queries, base, rows, bytes, bytes, out);
    listed.forEach((query, place) => {
      for (let row = 0; row < rows; row += 1)
        expect(sums[out / 4 + place * rows + row]).toBe(plainDot(codes, query, row));
    });
  });

  it.each([
    ['codeScores', 'relaxed SIMD', undefined],
    ['codeScores', 'widening multiplication', compileWidenedKernel()],
    ['codeScoresByPairs', 'relaxed SIMD', undefined],
    ['codeScoresByPairs', 'widening multiplication', compileWidenedKernel()],
  ] as const)('scores listed rows alone (%s, with %s)', (name, _, module) => {
    const scorer = prepareScores(module);
    const wanted = [7, 0, 3, 3, 5, 1, 6, 6];
    expect(scorer.score(name, wanted, bytes)).toEqual(wanted.map((row) => scorer.expected(row, bytes)));
  });

  it.each([
    ['next to each other', [0, 1, 2, 3, 4, 5, 6, 7]],
    ['that only begin and end like such', [0, 5, 5, 1, 3, 2, 6, 7]],
    ['in more than one round', [7, 6, 5, 4, 3, 2, 1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 7, 3, 0, 0]],
  ])('scores rows %s', (_, wanted) => {
    const scorer = prepareScores();
    for (const name of ['codeScores', 'codeScoresByPairs'] as const)
      expect(scorer.score(name, wanted, bytes)).toEqual(wanted.map((row) => scorer.expected(row, bytes)));
  });

  it.each([16, 32, 48])('scores rows by their first %i numbers', (length) => {
    const scorer = prepareScores();
    for (const name of ['codeScores', 'codeScoresByPairs'] as const)
      expect(scorer.score(name, [3, 0, 7, 5], length)).toEqual(
        [3, 0, 7, 5].map((row) => scorer.expected(row, length)),
      );
  });

  it('multiplies floats in the order of the other kernel, to the same bits', () => {
    const { kernel, memory, numbers } = prepare();
    const floats = new Float32Array(memory);
    for (let at = 0; at < out / 4; at += 1) floats[at] = Math.sin(at * 1.7);
    const wanted = [7, 0, 3, 3, 5, 1, 6, 2];
    numbers.set(wanted, list / 4);
    kernel.floats(bytes, base, list, wanted.length, bytes, bytes, out);
    const plain = wanted.map((row) => {
      const lanes = new Float32Array(4);
      for (let i = 0; i < bytes / 4; i += 1) {
        const product = (floats[bytes / 4 + i] ?? 0) * (floats[(base + row * bytes) / 4 + i] ?? 0);
        lanes[i % 4] = (lanes[i % 4] ?? 0) + Math.fround(product);
      }
      const [a = 0, b = 0, c = 0, d = 0] = lanes;
      return Math.fround(Math.fround(a + b) + Math.fround(c + d));
    });
    expect([...floats.slice(out / 4, out / 4 + wanted.length)]).toEqual(plain);
  });

  it.each(['estimates', 'estimatesByWords'] as const)(
    'scores listed rows by the number of bits that differ (%s)',
    (name) => {
      const { kernel, codes, memory, numbers } = prepare();
      const wanted = [7, 0, 3, 3, 5, 1, 6, 6];
      const compared = 32;
      numbers.set(wanted, list / 4);
      const floats = new Float32Array(memory);
      const cosines = list + 64;
      // Each row ends with its two floats, each number of differing bits has another cosine.
      for (let row = 0; row < rows; row += 1)
        floats.set([row + 0.5, 10 * row + 1], (base + row * bytes + compared) / 4);
      for (let distance = 0; distance <= compared * 8; distance += 1)
        floats[cosines / 4 + distance] = distance;
      floats.fill(1000, out / 4, out / 4 + wanted.length);
      kernel[name](bytes, base, list, wanted.length, bytes, compared, out, cosines, 2, 3);
      expect([...floats.slice(out / 4, out / 4 + wanted.length)]).toEqual(
        wanted.map(
          (row) => 1000 + 2 * (row + 0.5) + 3 * (10 * row + 1) * plainDistance(codes, 1, row, compared),
        ),
      );
    },
  );

  it.each([
    ['adds', -1, 1000],
    ['writes', 0, 0],
  ])('%s what the bits of each row of a block choose in the tables of a query', (_name, kept, before) => {
    const [tables, blockRows] = [16, 32];
    const [queryAt, rowsAt, outAt] = [0, tables * 16, tables * 16 + 2 * (tables * 16 + 256)];
    const { kernel, memory } = openCodeKernel(outAt + 2 * blockRows * 4);
    const [entries, floats] = [new Uint8Array(memory), new Float32Array(memory)];
    const blockBytes = tables * 16 + 256;
    for (let at = 0; at < rowsAt; at += 1) entries[queryAt + at] = (at * 7919) % 16;
    for (let at = 0; at < 2 * blockBytes; at += 1) entries[rowsAt + at] = (at * 104_729) % 251;
    const floatsOf = (row: number): number =>
      (rowsAt + (row >> 5) * blockBytes + tables * 16) / 4 + (row % blockRows);
    for (let row = 0; row < 2 * blockRows; row += 1) {
      floats[floatsOf(row)] = row + 0.5;
      floats[floatsOf(row) + blockRows] = row % 5;
    }
    floats.fill(1000, outAt / 4, outAt / 4 + 2 * blockRows);
    kernel.lookUp(queryAt, rowsAt, 2, tables * 16, outAt, 2, -3, 0.25, kept);
    const sumOf = (row: number): number => {
      let sum = 0;
      for (let table = 0; table < tables; table += 1) {
        const byte = entries[rowsAt + (row >> 5) * blockBytes + table * 16 + (row % 16)] ?? 0;
        const bits = row % blockRows < 16 ? byte & 15 : byte >> 4;
        sum += entries[queryAt + table * 16 + bits] ?? 0;
      }
      return sum;
    };
    expect([...floats.slice(outAt / 4, outAt / 4 + 2 * blockRows)]).toEqual(
      Array.from(
        { length: 2 * blockRows },
        (_, row) => before + 2 * (row + 0.5) + (row % 5) * (-3 + 0.25 * sumOf(row)),
      ),
    );
  });

  it.each(['weightedByBytes', 'weightedByWords'] as const)(
    'counts the bits that differ from each plane of a query (%s)',
    (name) => {
      const { kernel, codes, memory, numbers } = prepare();
      const wanted = [7, 0, 3, 3, 5, 1, 6, 6];
      const floats = new Float32Array(memory);
      const compared = 32;
      const query = list + 64;
      // The planes of each 16 bytes of a row are next to each other.
      for (let at = 0; at < compared * 3; at += 1) codes[query + at] = (at * 91) % 256;
      numbers.set(wanted, list / 4);
      for (let row = 0; row < rows; row += 1)
        floats.set([row + 0.5, 10 * row + 1], (base + row * bytes + compared) / 4);
      floats.fill(1000, out / 4, out / 4 + wanted.length);
      kernel[name](query, base, list, wanted.length, bytes, compared, out, 2, 500, 0.25);
      const countDiffering = (row: number): number => {
        let sum = 0;
        for (let at = 0; at < compared; at += 1)
          for (const plane of [0, 1, 2]) {
            const other = codes[query + (at >> 4) * 48 + plane * 16 + (at & 15)] ?? 0;
            const differing = ((codes[base + row * bytes + at] ?? 0) ^ other) & 255;
            sum += 2 ** plane * differing.toString(2).replaceAll('0', '').length;
          }
        return sum;
      };
      expect([...floats.slice(out / 4, out / 4 + wanted.length)]).toEqual(
        wanted.map((row) => 1000 + 2 * (row + 0.5) + (10 * row + 1) * (500 - 0.25 * countDiffering(row))),
      );
    },
  );

  it.each([
    ['relaxed SIMD', undefined],
    ['widening multiplication', compileWidenedKernel()],
  ])('writes the numbers of a query as codes: %s', (_name, module) => {
    const count = 48;
    const { kernel, memory } = openCodeKernel(count * 5, module);
    const numbers = Float32Array.from({ length: count }, (_, at) => (((at * 7919) % 1001) - 500) / 7);
    new Float32Array(memory).set(numbers);
    const largest = kernel.findLargest(0, count * 4);
    expect(largest).toBe(Math.max(...numbers.map(Math.abs)));
    const squares = numbers.reduce((sum, number) => sum + number * number, 0);
    expect(kernel.sumSquares(0, count * 4)).toBeCloseTo(squares, 0);
    const { levels, offset } = codeLevels.query;
    kernel.encodeNumbers(0, count * 4, levels / largest, offset, count * 4);
    const expected = new Int8Array(count);
    expect(encodeNumbers(numbers, 0, count, expected, 0, codeLevels.query)).toBe(largest / levels);
    expect(new Int8Array(memory, count * 4, count)).toEqual(expected);
    kernel.encodeNumbers(0, count * 4, 0, offset, count * 4);
    expect(new Set(new Int8Array(memory, count * 4, count))).toEqual(new Set([offset]));
  });

  it('counts scores in bins, those beyond the ends at the ends', () => {
    const { kernel, memory, sums } = prepare();
    const floats = new Float32Array(memory);
    floats.set([-9, -1, -0.6, -0.4, 0, 0.9, 1, 9]);
    sums.fill(99, 16, 20);
    kernel.countScores(0, 32, 4, -1, 2, 64, 3);
    expect([...sums.slice(16, 20)]).toEqual([3, 1, 1, 3]);
    const binOf = (wanted: number): number => kernel.findBin(64, 4, wanted);
    expect([0, 1, 3, 4, 5, 6, 8, 9].map(binOf)).toEqual([4, 3, 3, 2, 1, 0, 0, 0]);
    kernel.countScores(0, 32, 16, -1, 2, 64, 3);
    expect([...sums.slice(16, 20)]).toEqual([1, 0, 1, 0]);
    // Those after the last four.
    floats[6] = Number.NaN;
    kernel.countScores(0, 28, 4, -1, 2, 64, 3);
    expect([...sums.slice(16, 20)]).toEqual([4, 1, 1, 1]);
    kernel.countScores(0, 0, 4, -1, 2, 64, 3);
    expect([...sums.slice(16, 20)]).toEqual([0, 0, 0, 0]);
  });

  it.each([-Infinity, -400, 0, 0.1, 250, Infinity])('finds the places of scores that reach %d', (floor) => {
    const { kernel, memory, sums } = prepare();
    const scores = Array.from({ length: 12 }, (_, at) =>
      at === 5 ? Number.NaN : ((at * 7919) % 1001) - 500,
    );
    new Float32Array(memory).set(scores);
    const count = kernel.reaching(0, 12, floor, 64);
    expect([...sums.slice(16, 16 + count)]).toEqual(
      scores.flatMap((score, at) => (score >= Math.fround(floor) ? [at] : [])),
    );
  });

  it.each([-Infinity, -400, 0, 0.1, 250, Infinity])('finds the scores that reach %d', (floor) => {
    const { kernel, sums, memory } = prepare();
    const [offsetsAt, scalesAt, hitsAt] = [64, 128, 192];
    const scales = new Float32Array(memory, scalesAt, 12);
    const products = Array.from({ length: 12 }, (_, at) => ((at * 7919) % 1001) - 500);
    products.forEach((product, at) => {
      sums[at] = product;
      sums[offsetsAt / 4 + at] = at * 10;
      scales[at] = at === 5 ? Number.NaN : 0.5 + at / 4;
    });
    const count = kernel.above(0, offsetsAt, scalesAt, 12, floor, hitsAt);
    const expected = products.flatMap((product, at) =>
      (product - at * 10) * (scales[at] ?? 0) >= floor ? [at] : [],
    );
    expect([...sums.slice(hitsAt / 4, hitsAt / 4 + count)]).toEqual(expected);
  });

  it.each([
    [[5], [5, 5, 5, 5]],
    [
      [5, 6, 7, 8],
      [5, 6, 7, 8],
    ],
    [
      [5, 6, 7, 8, 9],
      [5, 6, 7, 8, 9, 9, 9, 9],
    ],
    [[], []],
  ])('fills the list %j up to whole fours', (some, filled) => {
    const numbers = new Uint32Array(8);
    numbers.set(some);
    expect([...numbers.subarray(0, fillLast(numbers, some.length))]).toEqual(filled);
  });

  it('writes nothing for an empty list', () => {
    const { kernel, sums } = prepare();
    sums[out / 4] = 99;
    kernel.codeScores(0, base, list, 0, bytes, bytes, out, 0, 1);
    kernel.codeScoresByPairs(0, base, list, 0, bytes, bytes, out, 0, 1);
    kernel.estimates(0, base, list, 0, bytes, bytes, out, list, 1, 1);
    kernel.estimatesByWords(0, base, list, 0, bytes, bytes, out, list, 1, 1);
    kernel.lookUp(0, base, 0, bytes, out, 1, 1, 1, -1);
    kernel.weightedByBytes(0, base, list, 0, bytes, bytes, out, 1, 1, 1);
    kernel.weightedByWords(0, base, list, 0, bytes, bytes, out, 1, 1, 1);
    expect(sums[out / 4]).toBe(99);
  });
});
