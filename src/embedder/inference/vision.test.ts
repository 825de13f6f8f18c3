import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findForeground } from '../colour/background.ts';
import { toCieLab, colourDimensions, colourHistogram } from '../colour/colour-histogram.ts';
import type { Pixels } from '../pictures/decode.ts';
import { mapInParallel } from '../map-in-parallel.ts';
import {
  readModelFile,
  chooseOutput,
  poolOutput,
  toUnitLength,
  readInputSize,
  readVisionModel,
} from './model-file.ts';

type Rgb = readonly [number, number, number];

/** A square of `size` pixels; `colourAt` decides each. */
const draw = (size: number, colourAt: (x: number, y: number) => Rgb): Pixels => {
  const data = new Uint8Array(size * size * 3);
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) data.set(colourAt(x, y), (y * size + x) * 3);
  return { width: size, height: size, data };
};
const white: Rgb = [255, 255, 255];
const product = (colour: Rgb, background: Rgb = white): Pixels =>
  draw(32, (x, y) => (x > 7 && x < 24 && y > 7 && y < 24 ? colour : background));
const inner = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

describe('CIE Lab', () => {
  it.each([
    ['white', [255, 255, 255], [100, 0, 0]],
    ['black', [0, 0, 0], [0, 0, 0]],
    ['red', [255, 0, 0], [53.24, 80.09, 67.2]],
    ['green', [0, 255, 0], [87.73, -86.18, 83.18]],
    ['blue', [0, 0, 255], [32.3, 79.19, -107.86]],
  ] as const)('of %s is the published value', (_, [red, green, blue], expected) => {
    for (const [index, value] of toCieLab(red, green, blue).entries())
      expect(Math.abs(value - (expected[index] ?? 0))).toBeLessThan(0.05);
  });
});

describe('the foreground', () => {
  it('is what differs from a plain border', () => {
    const mask = findForeground(product([200, 30, 30]));
    expect(mask.reduce((sum, value) => sum + value, 0)).toBe(16 * 16);
    expect([mask[0], mask[16 * 32 + 16]]).toEqual([0, 1]);
  });

  it('keeps a hole of the background colour inside the product', () => {
    const ring = draw(32, (x, y) => {
      const isInside = x > 7 && x < 24 && y > 7 && y < 24;
      const isHole = x > 12 && x < 19 && y > 12 && y < 19;
      return isInside && !isHole ? [10, 10, 10] : white;
    });
    expect(findForeground(ring)[15 * 32 + 15]).toBe(1);
  });

  it('is the whole picture without a plain border, and when almost nothing is left', () => {
    const noise = draw(32, (x, y) => [(x * 83) % 256, (y * 59) % 256, ((x + y) * 97) % 256]);
    expect(findForeground(noise).every((value) => value === 1)).toBe(true);
    expect(findForeground(draw(32, () => white)).every((value) => value === 1)).toBe(true);
  });
});

describe('the colour histogram', () => {
  it('has unit length and ignores a plain background', () => {
    const onWhite = colourHistogram(product([200, 30, 30]));
    expect(onWhite).toHaveLength(colourDimensions);
    expect(inner(onWhite, onWhite)).toBeCloseTo(1);
    expect(inner(onWhite, colourHistogram(product([200, 30, 30], [40, 40, 90])))).toBeCloseTo(1);
  });

  it('is closer for shades of a colour than for another colour', () => {
    const red = colourHistogram(product([200, 30, 30]));
    const shade = inner(red, colourHistogram(product([190, 40, 35])));
    expect(shade).toBeGreaterThan(0.7);
    expect(shade).toBeGreaterThan(inner(red, colourHistogram(product([30, 30, 200]))) + 0.5);
  });
});

describe('the output of a model', () => {
  it('is chosen by its name, else the first', () => {
    expect(chooseOutput(['last_hidden_state', 'pooler_output'])).toBe('pooler_output');
    expect(chooseOutput(['pooler_output', 'image_embeds'])).toBe('image_embeds');
    expect(chooseOutput(['anything'])).toBe('anything');
    expect(chooseOutput([])).toBeNull();
  });

  it.each([
    [
      [1, 3],
      [1, 2, 3],
      [1, 2, 3],
    ],
    [
      [1, 2, 2],
      [1, 2, 3, 4],
      [1, 2],
    ],
    [
      [1, 2, 1, 2],
      [1, 3, 5, 7],
      [2, 6],
    ],
  ])('of the shape %j is pooled', (dims, data, expected) =>
    expect([...poolOutput({ dims, data })]).toEqual(expected),
  );

  it('gets unit length, also when it is all zero', () => {
    expect([...toUnitLength(Float32Array.of(3, 4))].map((value) => value.toFixed(2))).toEqual([
      '0.60',
      '0.80',
    ]);
    const zero = toUnitLength(new Float32Array(4));
    expect(inner(zero, zero)).toBeCloseTo(1);
  });
});

describe('mapInParallel', () => {
  it('keeps the order and never runs more than allowed', async () => {
    let [running, most] = [0, 0];
    const results = await mapInParallel([5, 1, 4, 2, 3], 2, async (value) => {
      most = Math.max(most, ++running);
      for (let turn = 0; turn < value; turn++) await Promise.resolve();
      running--;
      return value * 10;
    });
    expect(results).toEqual([50, 10, 40, 20, 30]);
    expect(most).toBe(2);
  });

  it('fails with the first error', async () =>
    expect(
      mapInParallel([1, 2], 2, (value) =>
        value === 2 ? Promise.reject(new Error('two')) : Promise.resolve(1),
      ),
    ).rejects.toThrow('two'));
});

describe('model folders', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-model-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it.each([
    [{}, 224],
    [{ size: 336 }, 336],
    [{ size: { shortest_edge: 256 }, crop_size: { height: 224 } }, 224],
    [{ size: { height: 384 } }, 384],
    [{ crop_size: 112 }, 112],
  ])('preprocessor_config.json %j means %i pixels per side', (config, size) =>
    expect(readInputSize(config)).toBe(size),
  );

  it('give scale and offset of each channel, and a name that changes with the content', async () => {
    const config = { image_mean: [0.5, 0.5, 0.5], image_std: [0.5, 0.25, 1] };
    await writeFile(join(folder, 'preprocessor_config.json'), JSON.stringify(config));
    await writeFile(join(folder, 'model.onnx'), 'one');
    const first = await readVisionModel(folder);
    expect(first.scale.map((value) => Number((value * 255).toFixed(6)))).toEqual([2, 4, 1]);
    expect(first.offset).toEqual([-1, -2, -0.5]);
    await writeFile(join(folder, 'model.onnx'), 'two');
    expect((await readVisionModel(folder)).name).not.toBe(first.name);
  });

  it.each([
    ['no configuration', {}],
    ['no weights', { 'preprocessor_config.json': '{}' }],
    ['a configuration that is not JSON', { 'preprocessor_config.json': '{', 'model.onnx': 'x' }],
    [
      'a configuration of another form',
      { 'preprocessor_config.json': '{"image_mean":[1]}', 'model.onnx': 'x' },
    ],
  ])('with %s are refused', async (_, files) => {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    await expect(readVisionModel(folder)).rejects.toMatchObject({ code: 'bad-input' });
  });

  const description = (sha256: string) =>
    JSON.stringify({
      name: 'tiny',
      file: 'weights.onnx',
      sha256,
      input: { name: 'in', layout: 'NCHW', channels: 'RGB', size: 8, scale: 1, offset: 0 },
      output: { name: 'out', dimensions: 4 },
    });
  const checksum = createHash('sha256').update('weights').digest('hex');

  it.each([
    ['the right checksum', description(checksum), 'weights', null],
    ['another checksum', description('0'.repeat(64)), 'weights', 'corrupted'],
    ['a description of another form', '{"name":"x"}', 'weights', 'corrupted'],
    ['a description that is not JSON', 'model', 'weights', 'corrupted'],
    ['no weights', description(checksum), null, 'unavailable'],
  ])('with model.json and %s', async (_, json, weights, code) => {
    await writeFile(join(folder, 'model.json'), json);
    if (weights !== null) await writeFile(join(folder, 'weights.onnx'), weights);
    const read = readModelFile(folder);
    if (code === null) expect((await read).description.output.dimensions).toBe(4);
    else await expect(read).rejects.toMatchObject({ code });
  });
});
