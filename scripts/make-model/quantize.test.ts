import fc from 'fast-check';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { writeModel } from '../onnx/write-model.ts';
import { quantizeTrunk, quantizeWeights } from './quantize.ts';
import type { Convolution } from './tflite.ts';

const createFilter = (weights: readonly number[], bias: number) => ({
  dims: [1, weights.length, 1, 1] as const,
  weights: Float32Array.from(weights),
  bias: Float32Array.of(bias),
});

describe('quantized weights', () => {
  it('differ from the originals by half a step at most', () => {
    const weight = fc.double({ min: -4, max: 4, noNaN: true });
    fc.assert(
      fc.property(fc.array(weight, { minLength: 1, maxLength: 12 }), (weights) => {
        const { weights: quantized, scales } = quantizeWeights(createFilter(weights, 0), 6 / 255);
        const [scale = NaN] = scales;
        weights.forEach((value, at) =>
          expect(Math.abs(((quantized[at] ?? NaN) - 128) * scale - value)).toBeLessThanOrEqual(scale * 0.501),
        );
      }),
    );
  });

  it('have the bias in steps of input times weight', () => {
    const { bias, scales } = quantizeWeights(createFilter([1.27, -0.5], 0.75), 0.01);
    expect(scales[0]).toBeCloseTo(0.01);
    expect((bias[0] ?? NaN) * 0.01 * (scales[0] ?? NaN)).toBeCloseTo(0.75, 4);
  });

  it('add a shift of all inputs to the bias', () => {
    const { bias, scales } = quantizeWeights(createFilter([1, 0.5], 0), 0.01, 0.2);
    expect((bias[0] ?? NaN) * 0.01 * (scales[0] ?? NaN)).toBeCloseTo(0.3, 4);
  });

  it('never let the bias of a filter without weights overflow', () => {
    const { bias, weights } = quantizeWeights(createFilter([0, 0], 3), 6 / 255);
    expect(Math.abs(bias[0] ?? NaN)).toBeLessThanOrEqual(2 ** 30);
    expect([...weights]).toEqual([128, 128]);
  });
});

/** One output channel: a weight for each channel of a pixel. */
const createConvolution = (weights: readonly number[], bias: number): Convolution => ({
  kind: 'full',
  stride: 1,
  relu6: true,
  ...createFilter(weights, bias),
});

const runNet = async (trunk: readonly Convolution[], pixel: readonly number[]): Promise<number> => {
  const session = await InferenceSession.create(writeModel(quantizeTrunk(trunk)));
  try {
    const tensor = new Tensor('uint8', Uint8Array.from(pixel), [1, 3, 1, 1]);
    return Number((await session.run({ pixels: tensor })).features?.data[0]);
  } finally {
    await session.release();
  }
};

describe('a quantized net', () => {
  const first = createConvolution([0.5, -0.25, 1], 1);
  it.each([
    [[128, 128, 128], 1],
    [[255, 128, 128], 1.5],
    [[128, 255, 128], 0.75],
    [[0, 255, 0], 0],
    [[255, 0, 255], 2.75],
  ])('reads the pixel %j as the original does', async (pixel, expected) => {
    expect(Math.abs((await runNet([first], pixel)) - expected)).toBeLessThan(0.03);
  });

  it('ends at six, and passes activations on', async () => {
    const loud = createConvolution([20, 0, 0], 0);
    expect(await runNet([loud], [255, 0, 0])).toBeCloseTo(6, 2);
    const second = { ...createConvolution([0.5], 0.25), dims: [1, 1, 1, 1] as const };
    expect(Math.abs((await runNet([first, second], [255, 0, 255])) - 1.625)).toBeLessThan(0.05);
  });

  it('refuses a layer without bounds', () => {
    expect(() => quantizeTrunk([{ ...first, relu6: false }])).toThrow('outputs without bounds');
  });
});
