import { InferenceSession, Tensor } from 'onnxruntime-node';
import { colourDimensions, colourHistogram } from './colour-histogram.ts';
import { decodePicture, type Pixels } from './decode.ts';
import type { Embedder, EmbeddingResult } from './embedder.ts';
import { mapInParallel } from './map-in-parallel.ts';
import { type ModelDescription, readModelFile } from './model-file.ts';
import { toUnitLength } from './pooling.ts';

/** Raised whenever decoding, colour or what is done to the features changes: part of the model's name. */
const preprocessingVersion = 1;

/**
 * Works in this process, which is one of a pool. Runs one picture at a time through the net: in a batch, the
 * last bits of a vector could depend on what else is in it.
 */
export const openOnnxEmbedder = async (folder: string, threads: number): Promise<Embedder> => {
  const { description, weights } = await readModelFile(folder);
  const session = await InferenceSession.create(weights, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
  });
  const embedOne = async (picture: Uint8Array): Promise<EmbeddingResult> => {
    const decoded = await decodePicture(picture, description.input.size);
    if (!decoded.ok) return decoded;
    const looks = await runModel(session, description, decoded.pixels);
    return {
      ok: true,
      embedding: { looks, colour: colourHistogram(decoded.pixels) },
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
  const tensor = new Tensor('float32', toPlanes(pixels, input.scale, input.offset), [
    1,
    3,
    input.size,
    input.size,
  ]);
  const features = (await session.run({ [input.name]: tensor }))[output.name]?.data;
  if (!(features instanceof Float32Array))
    throw new TypeError(`the net gives no numbers under ${output.name}`);
  return toUnitLength(centre(features.map((value) => Math.sqrt(Math.max(value, 0)))));
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
const centre = (vector: Float32Array): Float32Array => {
  const mean = vector.reduce((sum, value) => sum + value, 0) / vector.length;
  return vector.map((value) => value - mean);
};
