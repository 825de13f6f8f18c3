import { InferenceSession, Tensor } from 'onnxruntime-node';
import { colourDimensions, colourHistogram } from './colour-histogram.ts';
import type { Pixels } from './decode.ts';
import { type Decoder, openDecoder } from './decoding/decoder-pool.ts';
import type { Embedder, EmbeddingResult } from './embedder.ts';
import { type ModelDescription, readModelFile } from './model-file.ts';

export const onnxEmbedderDefaults = {
  /** More threads for one picture are slower in sum than more pictures side by side. */
  intraOpNumThreads: 1,
  /** Pictures in work at the same time. */
  parallel: 2,
} as const;

export type OnnxEmbedderOptions = {
  readonly intraOpNumThreads?: number;
  readonly parallel?: number;
  /** Where pictures are decoded; processes of its own unless given. Closed with the embedder. */
  readonly decoder?: Decoder;
};

/** Raised whenever decoding, colour or what is done to the features changes: part of the model's name. */
const preparation = 1;

/**
 * Runs one picture at a time through the net, several side by side: in a batch, the last bits of a vector
 * could depend on what else is in it.
 */
export const openOnnxEmbedder = async (
  folder: string,
  options: OnnxEmbedderOptions = {},
): Promise<Embedder> => {
  const { intraOpNumThreads, parallel } = {
    ...onnxEmbedderDefaults,
    ...options,
  };
  const { description, weights } = await readModelFile(folder);
  const decoder = options.decoder ?? openDecoder({ processes: parallel });
  const session = await InferenceSession.create(weights, {
    intraOpNumThreads,
    interOpNumThreads: 1,
  });
  const embedOne = async (picture: Uint8Array): Promise<EmbeddingResult> => {
    const decoded = await decoder.decode(picture, description.input.size);
    if (!decoded.ok) return decoded;
    const looks = await runNet(session, description, decoded.pixels);
    return {
      ok: true,
      embedding: { looks, colour: colourHistogram(decoded.pixels) },
    };
  };
  return {
    model: `${description.name}@${description.sha256.slice(0, 12)}.${preparation}`,
    looksDimensions: description.output.dimensions,
    colourDimensions,
    embed: (pictures) => inParallel(pictures, parallel, embedOne),
    close: async () => {
      await decoder.close();
      await session.release();
    },
  };
};

const runNet = async (
  session: InferenceSession,
  { input, output }: ModelDescription,
  pixels: Pixels,
): Promise<Float32Array> => {
  const tensor = new Tensor('float32', toPlanes(pixels, input.scale, input.offset), [
    1,
    3,
    input.size,
    input.size,
  ]);
  const features = (await session.run({ [input.name]: tensor }))[output.name]?.data;
  if (!(features instanceof Float32Array))
    throw new TypeError(`the net gives no numbers under ${output.name}`);
  return unitLength(centred(features.map((value) => Math.sqrt(Math.max(value, 0)))));
};

/** RGBRGB… → RR…GG…BB… */
const toPlanes = ({ data, width, height }: Pixels, scale: number, offset: number): Float32Array => {
  const area = width * height;
  const planes = new Float32Array(3 * area);
  for (let channel = 0; channel < 3; channel += 1) {
    for (let pixel = 0; pixel < area; pixel += 1) {
      planes[channel * area + pixel] = (data[pixel * 3 + channel] ?? 0) * scale + offset;
    }
  }
  return planes;
};

/**
 * Features are never negative, so without this any two pictures would look two thirds alike, and a little
 * colour would outweigh all difference of shape. With it unlike pictures score near 0.
 */
const centred = (vector: Float32Array): Float32Array => {
  const mean = vector.reduce((sum, value) => sum + value, 0) / vector.length;
  return vector.map((value) => value - mean);
};

export const unitLength = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector);
  return length === 0 ? vector.fill(1 / Math.sqrt(vector.length)) : vector.map((value) => value / length);
};

export const inParallel = async <T, R>(
  items: readonly T[],
  parallel: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, worker));
  return results;
};
