import { readRoot, type Table } from './flatbuffer.ts';

/** One convolution of a TensorFlow Lite net, with the weights in the order that ONNX wants. */
export type Convolution = {
  readonly kind: 'full' | 'depthwise';
  readonly stride: number;
  readonly relu6: boolean;
  /** Output channels, input channels per group, height, width. */
  readonly dims: readonly [number, number, number, number];
  readonly weights: Float32Array;
  readonly bias: Float32Array;
};

// Codes of the TensorFlow Lite schema.
const operators = {
  averagePool: 1,
  convolution: 3,
  depthwiseConvolution: 4,
} as const;
const activations = { none: 0, relu6: 3 } as const;
const samePadding = 0;

/** The convolutions in front of the average pool, in the order in which they run. */
export const readTrunk = (file: Uint8Array): Convolution[] => {
  const model = readRoot(file);
  const graph = model.tables(2)[0];
  if (graph === undefined) throw new Error('the file holds no graph');
  const codes = model.tables(1).map((code) => code.byte(0));
  const tensors = graph.tables(0);
  const buffers = model.tables(4);
  const floats = (index: number | undefined): { shape: number[]; values: Float32Array } => {
    const tensor = tensors[index ?? -1];
    const bytes = tensor && buffers[tensor.int(2)]?.bytes(0);
    if (!tensor || !bytes || bytes.length === 0) throw new Error(`tensor ${index} holds no values`);
    return {
      shape: tensor.ints(0),
      values: new Float32Array(bytes.slice().buffer),
    };
  };
  const trunk: Convolution[] = [];
  let expectedInput = graph.ints(1)[0];
  for (const operator of graph.tables(3)) {
    const code = codes[operator.int(0)];
    const [input, weights, bias] = operator.ints(1);
    if (input !== expectedInput) throw new Error('the net is not a plain chain');
    if (code === operators.averagePool) return trunk;
    const depthwise = code === operators.depthwiseConvolution;
    if (!depthwise && code !== operators.convolution)
      throw new Error(`operator ${code} is not expected in the trunk`);
    trunk.push(readConvolution(depthwise, operator.table(4), floats(weights), floats(bias).values));
    expectedInput = operator.ints(2)[0];
  }
  throw new Error('the net has no average pool');
};

type Weights = { readonly shape: number[]; readonly values: Float32Array };

const readConvolution = (
  depthwise: boolean,
  options: Table | null,
  weights: Weights,
  bias: Float32Array,
): Convolution => {
  if (options === null || options.byte(0) !== samePadding) throw new Error('padding other than SAME');
  const activation = options.byte(depthwise ? 4 : 3);
  if (activation !== activations.none && activation !== activations.relu6)
    throw new Error(`activation ${activation}`);
  if (options.int(1) !== options.int(2)) throw new Error('strides differ');
  const [first = 0, height = 0, width = 0, last = 0] = weights.shape;
  return {
    kind: depthwise ? 'depthwise' : 'full',
    stride: options.int(1),
    relu6: activation === activations.relu6,
    dims: depthwise ? [last, 1, height, width] : [first, last, height, width],
    weights: channelsFirst(weights.values, first, height * width, last),
    bias,
  };
};

/** [first, area, last] → [first, last, area]. A depthwise filter has first = 1, so this works for both. */
const channelsFirst = (values: Float32Array, first: number, area: number, last: number): Float32Array => {
  const moved = new Float32Array(values.length);
  for (let f = 0; f < first; f += 1) {
    for (let a = 0; a < area; a += 1) {
      for (let l = 0; l < last; l += 1) {
        moved[(f * last + l) * area + a] = values[(f * area + a) * last + l] ?? 0;
      }
    }
  }
  return moved;
};
