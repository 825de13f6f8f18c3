import { InferenceSession, Tensor } from 'onnxruntime-node';
import { colourDimensions, colourHistogram } from '../colour/colour-histogram.ts';
import type { Pixels } from '../pictures/decode.ts';
import { decodeView } from './product-view.ts';
import type { Embedder, EmbeddingResult } from '../embedder.ts';
import { mapInParallel } from '../map-in-parallel.ts';
import { type ModelDescription, readModelFile } from './model-file.ts';
import { toUnitLength } from './pooling.ts';

/** Part of the model's name. Raise it whenever decoding, colour or the handling of features changes. */
const preprocessingVersion = 5;

/**
 * Runs in this process, which is a worker of a pool. One picture at a time: in a batch, the last bits of a
 * vector could depend on the other pictures.
 */
export const openOnnxEmbedder = async (folder: string, threads: number): Promise<Embedder> => {
  const { description, weights } = await readModelFile(folder);
  const { size, view = 'product' } = description.input;
  const session = await InferenceSession.create(weights, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
  });
  const embedOne = async (picture: Uint8Array): Promise<EmbeddingResult> => {
    const decoded = await decodeView(picture, view, size);
    if (!decoded.ok) return decoded;
    const looks = await runModel(session, description, decoded.view);
    return {
      ok: true,
      embedding: { looks, colour: colourHistogram(decoded.small, decoded.foreground) },
    };
  };
  return {
    model: `${description.name}@${description.sha256.slice(0, 12)}.${preprocessingVersion}`,
    looksDimensions: description.output.dimensions,
    colourDimensions,
    embed: (pictures) => mapInParallel(pictures, 1, embedOne),
    close: () => session.release(),
  };
};

const runModel = async (
  session: InferenceSession,
  { input, output }: ModelDescription,
  pixels: Pixels,
): Promise<Float32Array> => {
  const shape = [1, 3, input.size, input.size];
  const tensor =
    input.type === 'uint8'
      ? new Tensor('uint8', toPlanes(pixels, new Uint8Array(pixels.data.length), 1, 0), shape)
      : new Tensor(
          'float32',
          toPlanes(pixels, new Float32Array(pixels.data.length), input.scale, input.offset),
          shape,
        );
  const features = (await session.run({ [input.name]: tensor }))[output.name]?.data;
  if (!(features instanceof Float32Array))
    throw new TypeError(`the model has no float output ${output.name}`);
  return toUnitLength(centre(features.map((value) => Math.sqrt(Math.max(value, 0)))));
};

/** RGBRGB… → RR…GG…BB… */
const toPlanes = <T extends Float32Array | Uint8Array>(
  { data, width, height }: Pixels,
  planes: T,
  scale: number,
  offset: number,
): T => {
  const area = width * height;
  for (let channel = 0; channel < 3; channel += 1) {
    for (let pixel = 0; pixel < area; pixel += 1) {
      planes[channel * area + pixel] = (data[pixel * 3 + channel] ?? 0) * scale + offset;
    }
  }
  return planes;
};

/**
 * Features are never negative, so without centring any two pictures would have a similarity of about two
 * thirds, and colour would outweigh shape. With centring, unlike pictures score near 0.
 */
const centre = (vector: Float32Array): Float32Array => {
  const mean = vector.reduce((sum, value) => sum + value, 0) / vector.length;
  return vector.map((value) => value - mean);
};
