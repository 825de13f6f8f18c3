import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { toCieLab } from '../colour/cie-lab.ts';
import { colourDimensions, colourHistogram } from '../colour/colour-histogram.ts';
import { readModelFile } from '../inference/model-file.ts';
import { chooseOutput, poolOutput, toUnitLength } from '../inference/pooling.ts';
import { mapInParallel } from '../map-in-parallel.ts';
import {
  bytesField,
  encodeMessage,
  floatField,
  intField,
  intsField,
  messageField,
  textField,
} from './protobuf.ts';

/** Reads a varint as the format defines it: seven bits in each byte, the lowest first. */
const readVarint = (bytes: Uint8Array, start: number): { value: number; next: number } => {
  let [value, factor, at] = [0, 1, start];
  for (;;) {
    const byte = bytes[at] ?? 0;
    value += (byte % 128) * factor;
    factor *= 128;
    at += 1;
    if (byte < 128) return { value, next: at };
  }
};

describe('fields', () => {
  it.each([
    [1, 0, [0x08, 0x00]],
    [1, 1, [0x08, 0x01]],
    [1, 127, [0x08, 0x7f]],
    [1, 128, [0x08, 0x80, 0x01]],
    [1, 300, [0x08, 0xac, 0x02]],
    [16, 1, [0x80, 0x01, 0x01]],
  ])('number %i with the integer %i is %j', (number, value, expected) => {
    expect([...intField(number, value)]).toEqual(expected);
  });

  it('hold any integer that is exact', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.maxSafeNat(), (number, value) => {
        const bytes = intField(number, value);
        const tag = readVarint(bytes, 0);
        expect(tag.value).toBe(number * 8);
        expect(readVarint(bytes, tag.next)).toEqual({ value, next: bytes.length });
      }),
    );
  });

  it.each([-1, 1.5, NaN, 2 ** 53])('refuse %d', (value) => {
    expect(() => intField(1, value)).toThrow(/not a non-negative integer/);
  });

  it('hold texts, bytes, lists, messages and floats with their length', () => {
    expect([...textField(2, 'ü')]).toEqual([0x12, 2, 0xc3, 0xbc]);
    expect([...bytesField(1, Uint8Array.of(9))]).toEqual([0x0a, 1, 9]);
    expect([...intsField(1, [1, 300])]).toEqual([0x0a, 3, 1, 0xac, 0x02]);
    expect([...messageField(1, [intField(1, 5)])]).toEqual([0x0a, 2, 0x08, 5]);
    expect([...floatField(1, 1)]).toEqual([0x0d, 0, 0, 0x80, 0x3f]);
    expect([...encodeMessage([intField(1, 1), intField(2, 2)])]).toEqual([0x08, 1, 0x10, 2]);
    expect(encodeMessage([])).toHaveLength(0);
  });
});

describe('CIE Lab', () => {
  it.each([
    ['white', [255, 255, 255], [100, 0, 0]],
    ['black', [0, 0, 0], [0, 0, 0]],
    ['grey', [119, 119, 119], [50.03, 0, 0]],
    ['red', [255, 0, 0], [53.24, 80.09, 67.2]],
    ['green', [0, 255, 0], [87.73, -86.18, 83.18]],
    ['blue', [0, 0, 255], [32.3, 79.19, -107.86]],
  ] as const)('of %s', (_, [r, g, b], expected) => {
    toCieLab(r, g, b).forEach((value, at) => expect(value).toBeCloseTo(expected[at] ?? 0, 0));
  });

  it('is as light as the bytes are high', () => {
    const lightness = [0, 50, 100, 150, 200, 255].map((grey) => toCieLab(grey, grey, grey)[0]);
    expect(lightness).toEqual(lightness.toSorted((a, b) => a - b));
  });
});

describe('the colour histogram', () => {
  /** A square of one colour in the middle of white. */
  const square = (colour: readonly [number, number, number], size = 32) => {
    const data = new Uint8Array(size * size * 3).fill(255);
    for (let y = size / 4; y < (size * 3) / 4; y += 1)
      for (let x = size / 4; x < (size * 3) / 4; x += 1) data.set(colour, (y * size + x) * 3);
    return colourHistogram({ width: size, height: size, data });
  };
  const compare = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

  it('has unit length and the announced size', () => {
    const histogram = square([200, 30, 30]);
    expect(histogram).toHaveLength(colourDimensions);
    expect(compare(histogram, histogram)).toBeCloseTo(1, 4);
  });

  it('is alike for alike colours, and not for others', () => {
    const red = square([200, 30, 30]);
    expect(compare(red, square([205, 35, 30]))).toBeGreaterThan(0.9);
    expect(compare(red, square([30, 60, 200]))).toBeLessThan(0.3);
    expect(compare(red, square([200, 30, 30], 64))).toBeGreaterThan(0.95);
  });

  it('changes little for a little change of colour', () => {
    const shades = Array.from({ length: 20 }, (_, at) => square([100 + 5 * at, 60, 60]));
    for (const [at, shade] of shades.entries())
      if (at > 0) expect(compare(shade, shades[at - 1] ?? shade)).toBeGreaterThan(0.7);
  });

  it('is no number that is none, also for a picture of one colour', () => {
    for (const byte of [0, 255]) {
      const blank = colourHistogram({ width: 8, height: 8, data: new Uint8Array(192).fill(byte) });
      expect(blank.every(Number.isFinite)).toBe(true);
    }
  });
});

describe('pooling', () => {
  it.each([
    [['logits', 'image_embeds'], 'image_embeds'],
    [['last_hidden_state', 'pooler_output'], 'pooler_output'],
    [['something'], 'something'],
    [[], null],
  ])('of the outputs %j chooses %s', (available, expected) => {
    expect(chooseOutput(available)).toBe(expected);
  });

  it.each([
    [
      [1, 3],
      [1, 2, 3],
      [1, 2, 3],
    ],
    [
      [1, 2, 3],
      [1, 2, 3, 4, 5, 6],
      [1, 2, 3],
    ],
    [
      [1, 2, 2, 2],
      [1, 2, 3, 6, 10, 10, 10, 10],
      [3, 10],
    ],
  ])('of dims %j is a vector', (dims, data, expected) => {
    expect([...poolOutput({ data, dims })]).toEqual(expected);
  });

  it('gives unit length, also to zeros', () => {
    expect([...toUnitLength(Float32Array.of(3, 4))].map((value) => Number(value.toFixed(3)))).toEqual([
      0.6, 0.8,
    ]);
    expect(Math.hypot(...toUnitLength(new Float32Array(4)))).toBeCloseTo(1);
  });
});

describe('mapInParallel', () => {
  it('has the results in order, and never more at the same time than allowed', async () => {
    let [running, most] = [0, 0];
    const finish: (() => void)[] = [];
    const work = async (item: number): Promise<number> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => finish.push(resolve));
      running -= 1;
      return item * 2;
    };
    const all = mapInParallel([1, 2, 3, 4, 5], 2, work);
    while (finish.length > 0) {
      finish.pop()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await all).toEqual([2, 4, 6, 8, 10]);
    expect(most).toBe(2);
  });

  it('fails with the first failure, and has nothing to do without items', async () => {
    await expect(mapInParallel([1], 3, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await mapInParallel([], 3, () => Promise.resolve(1))).toEqual([]);
  });
});

describe('a model file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-model-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const weights = Buffer.from('weights');
  const sha256 = createHash('sha256').update(weights).digest('hex');
  const description = {
    name: 'tiny',
    file: 'tiny.onnx',
    sha256,
    input: { name: 'in', layout: 'NCHW', channels: 'RGB', size: 8, scale: 1, offset: 0 },
    output: { name: 'out', dimensions: 4 },
  };
  const write = (changes: object, bytes: Uint8Array | null = weights) => {
    rmSync(join(folder, 'tiny.onnx'), { force: true });
    writeFileSync(join(folder, 'model.json'), JSON.stringify({ ...description, ...changes }));
    if (bytes !== null) writeFileSync(join(folder, 'tiny.onnx'), bytes);
  };

  it('is read with its description', async () => {
    write({});
    expect(await readModelFile(folder)).toEqual({ description, weights });
  });

  it.each<[string, object, Uint8Array | null, string]>([
    ['weights are missing', {}, null, 'unavailable'],
    ['weights are damaged', {}, Buffer.from('weightz'), 'corrupted'],
    ['the checksum is none', { sha256: 'x' }, weights, 'corrupted'],
    ['the layout is another', { input: { ...description.input, layout: 'NHWC' } }, weights, 'corrupted'],
    ['the size is none', { input: { ...description.input, size: 0 } }, weights, 'corrupted'],
  ])('is refused when %s', async (_, changes, bytes, code) => {
    write(changes, bytes);
    await expect(readModelFile(folder)).rejects.toMatchObject({ code });
  });

  it('is refused when there is no description, or one that is no JSON', async () => {
    await expect(readModelFile(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'unavailable' });
    writeFileSync(join(folder, 'model.json'), '{');
    await expect(readModelFile(folder)).rejects.toMatchObject({ code: 'corrupted' });
  });
});
