/**
 * Would it help to pool the last layer of the net by halves (top and bottom) instead of over the whole view? Embeds the
 * pictures that an imported catalogue was learnt from both ways, and measures both on products that nothing was learnt
 * from, as `kindred evaluate looks --held-out` does.
 *
 *   node bench/looks-halves.ts <data folder> <tracker of the dataset> <folder of the pictures>
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { decodeView } from '../src/embedder/inference/product-view.ts';
import { intField, messageField, textField } from '../scripts/onnx/protobuf.ts';
import { hashBytes, openVectorCache } from '../src/ingest/pictures/picture-caches.ts';
import { evaluateHeldOut } from '../evaluate/looks/held-out.ts';
import { openLooksFiles } from '../src/learning/looks/looks-files.ts';
import { normalize } from '../src/learning/looks/train/matrix.ts';
import { renderHeldOut } from '../evaluate/looks/render.ts';
import { readSample, type Vectors } from '../src/learning/looks/train/sample.ts';

const [dataFolder = '', tracker = '', pictureFolder = ''] = process.argv.slice(2);
const [size, channels] = [224, 1024];

const files = openLooksFiles(join(dataFolder, 'pictures'), tracker);
const [decision, chosen] = [await files.readLatest(), await files.readSample()];
if (decision === null || chosen === null) throw new Error('Nothing was learnt from this dataset.');

/** Every file of the folder by the hash of its bytes. */
const readFiles = async (): Promise<ReadonlyMap<string, string>> => {
  const entries = await readdir(pictureFolder, { recursive: true, withFileTypes: true });
  const found = new Map<string, string>();
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name);
    found.set(hashBytes(await readFile(file)), file);
  }
  return found;
};

/** The last layer becomes an output of the net: a second graph in the file is merged with the first. */
const openNet = async (): Promise<InferenceSession> => {
  const weights = await readFile(join(import.meta.dirname, '..', 'models', 'mobilenet-v1', 'model.onnx'));
  const output = messageField(12, [
    textField(1, 'activations'),
    messageField(2, [messageField(1, [intField(1, 1)])]),
  ]);
  return InferenceSession.create(Buffer.concat([weights, messageField(7, [output])]), {
    intraOpNumThreads: 1,
  });
};

/** Mean of some rows of the layer, for each channel, prepared as vectors of looks are. */
const poolRows = (layer: Float32Array, side: number, from: number, to: number): Float32Array => {
  const pooled = Float32Array.from({ length: channels }, (_, channel) => {
    let sum = 0;
    for (let at = from * side; at < to * side; at += 1) sum += layer[channel * side * side + at] ?? 0;
    return Math.sqrt(Math.max(0, sum / ((to - from) * side)));
  });
  const mean = pooled.reduce((sum, value) => sum + value, 0) / channels;
  return normalize(pooled.map((value) => value - mean));
};

const toPlanes = (data: Uint8Array): Uint8Array =>
  Uint8Array.from(data, (_, at) => data[(at % (size * size)) * 3 + Math.floor(at / (size * size))] ?? 0);

const net = await openNet();
const embed = async (
  bytes: Uint8Array,
): Promise<readonly [whole: Float32Array, halves: Float32Array] | null> => {
  const decoded = await decodeView(bytes, 'middle', size);
  if (!decoded.ok) return null;
  const pixels = new Tensor('uint8', toPlanes(decoded.views[0]?.data ?? new Uint8Array()), [
    1,
    3,
    size,
    size,
  ]);
  const layer = (await net.run({ pixels })).activations?.data;
  if (!(layer instanceof Float32Array)) throw new TypeError('the net has no last layer');
  const side = Math.sqrt(layer.length / channels);
  const middle = Math.ceil(side / 2);
  // The row in the middle belongs to both.
  const halves = [poolRows(layer, side, 0, middle), poolRows(layer, side, side - middle, side)];
  return [
    poolRows(layer, side, 0, side),
    Float32Array.from(halves.flatMap((half) => [...half.map((value) => value * Math.SQRT1_2)])),
  ];
};

const fileOf = await readFiles();
const cache = openVectorCache(join(dataFolder, 'pictures'), decision.embedder);
const embedded = new Map<string, readonly [Vectors, Vectors]>();
for (const { hash } of chosen) {
  const [file, known] = [fileOf.get(hash), cache.get(hash)];
  const both = file === undefined || known === null ? null : await embed(await readFile(file));
  if (both === null || known === null) continue;
  const [whole, halves] = both.map((looks) => ({ looks, colour: known.colour }));
  if (whole && halves) embedded.set(hash, [whole, halves]);
}
console.log(`${embedded.size} of ${chosen.length} pictures`);
for (const [at, name] of ['pooled over the whole view', 'pooled by halves'].entries()) {
  const { sample } = readSample(chosen, (hash) => embedded.get(hash)?.[at] ?? null);
  const labels = sample.items.map(({ label }) => label);
  console.log([name, ...renderHeldOut(decision.report.field, evaluateHeldOut(sample, labels))].join('\n'));
}
