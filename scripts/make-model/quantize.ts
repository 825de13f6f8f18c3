import type { OnnxModel, OnnxNode, OnnxTensor } from '../onnx/write-model.ts';
import type { Convolution } from './tflite.ts';

/*
 * A net whose activations all end at six (ReLU6) needs no pictures to find their ranges: a byte stands for 0 to 6, and
 * saturation is the activation. Weights have a scale for each output channel, so small filters keep their precision.
 */

/** What a byte stands for: (byte − zero) × scale. */
type Coding = { readonly scale: number; readonly zero: number };

/** A pixel is (byte − 127.5) / 127.5. The zero must be whole: half a step is added to the bias of the first layer. */
const pixelCoding: Coding = { scale: 1 / 127.5, zero: 128 };
const halfStep = 0.5 / 127.5;
const activationCoding: Coding = { scale: 6 / 255, zero: 0 };

/** Products are added in 32 bits; the bias may take a quarter of that. */
const largestBias = 2 ** 30;
const largestWeight = 127;
/**
 * Weights are bytes around this zero, not signed ones: processors with AVX2 but without VNNI add pairs of unsigned times
 * signed products in 16 bits, and large ones saturate there.
 */
const weightZero = 128;

type QuantizedWeights = {
  /** Around `weightZero`. */
  readonly weights: Uint8Array;
  /** One for each output channel. */
  readonly scales: Float32Array;
  readonly bias: Int32Array;
};

/** `shift`: what is added to each input before it is weighted. */
export const quantizeWeights = (
  { dims: [outputs], weights, bias }: Pick<Convolution, 'dims' | 'weights' | 'bias'>,
  inputScale: number,
  shift = 0,
): QuantizedWeights => {
  const size = weights.length / outputs;
  const quantized = new Uint8Array(weights.length);
  const scales = new Float32Array(outputs);
  const sums = new Int32Array(outputs);
  for (let output = 0; output < outputs; output += 1) {
    const filter = weights.subarray(output * size, (output + 1) * size);
    const sum = filter.reduce((total, weight) => total + weight, 0);
    const offset = (bias[output] ?? 0) + shift * sum;
    const largest = filter.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
    const scale = Math.max(largest / largestWeight, Math.abs(offset) / inputScale / largestBias, 1e-12);
    scales[output] = scale;
    filter.forEach((weight, at) => (quantized[output * size + at] = weightZero + Math.round(weight / scale)));
    sums[output] = Math.round(offset / (inputScale * scale));
  }
  return { weights: quantized, scales, bias: sums };
};

const toCodingTensors = (name: string, { scale, zero }: Coding): OnnxTensor[] => [
  { name: `${name}_scale`, dims: [], values: Float32Array.of(scale) },
  { name: `${name}_zero`, dims: [], values: Uint8Array.of(zero) },
];

const toLayer = (
  convolution: Convolution,
  index: number,
): { readonly node: OnnxNode; readonly tensors: readonly OnnxTensor[] } => {
  const [outputs, , height, width] = convolution.dims;
  if (!convolution.relu6) throw new Error(`convolution ${index} has outputs without bounds`);
  const coding = index === 0 ? pixelCoding : activationCoding;
  const { weights, scales, bias } = quantizeWeights(convolution, coding.scale, index === 0 ? halfStep : 0);
  const input = index === 0 ? 'pixels' : 'activation';
  return {
    node: {
      operator: 'QLinearConv',
      inputs: [
        index === 0 ? 'pixels' : `layer_${index - 1}`,
        ...[`${input}_scale`, `${input}_zero`],
        ...['weights', 'scales', 'zeros'].map((part) => `${part}_${index}`),
        ...['activation_scale', 'activation_zero', `bias_${index}`],
      ],
      outputs: [`layer_${index}`],
      attributes: {
        auto_pad: 'SAME_UPPER',
        group: convolution.kind === 'depthwise' ? outputs : 1,
        kernel_shape: [height, width],
        strides: [convolution.stride, convolution.stride],
      },
    },
    tensors: [
      { name: `weights_${index}`, dims: convolution.dims, values: weights },
      { name: `scales_${index}`, dims: [outputs], values: scales },
      { name: `zeros_${index}`, dims: [outputs], values: new Uint8Array(outputs).fill(weightZero) },
      { name: `bias_${index}`, dims: [outputs], values: bias },
    ],
  };
};

/** Bytes in, the mean of each channel of the last layer out. Pictures may have any size. */
export const quantizeTrunk = (trunk: readonly Convolution[]): OnnxModel => {
  const layers = trunk.map(toLayer);
  const last = `layer_${trunk.length - 1}`;
  return {
    name: 'mobilenet-v1',
    producer: 'kindred',
    input: { name: 'pixels', dims: ['batch', 3, 'height', 'width'], type: 'uint8' },
    outputs: [{ name: 'features', dims: ['batch', trunk.at(-1)?.dims[0] ?? 0] }],
    nodes: [
      ...layers.map(({ node }) => node),
      {
        operator: 'DequantizeLinear',
        inputs: [last, 'activation_scale', 'activation_zero'],
        outputs: ['activations'],
      },
      { operator: 'GlobalAveragePool', inputs: ['activations'], outputs: ['pooled'] },
      { operator: 'Flatten', inputs: ['pooled'], outputs: ['features'], attributes: { axis: 1 } },
    ],
    weights: [
      ...toCodingTensors('pixels', pixelCoding),
      ...toCodingTensors('activation', activationCoding),
      ...layers.flatMap(({ tensors }) => tensors),
    ],
  };
};
