import { InferenceSession, Tensor } from 'onnxruntime-node';
import { Fault } from '../../errors.ts';
import type { Pixels } from '../pictures/decode.ts';
import type { Embedder } from '../embedder.ts';
import { createDescribedEmbedder, createModelEmbedder } from './model-embedder.ts';
import { readModelFile, chooseOutput, poolOutput, toUnitLength, readVisionModel } from './model-file.ts';

/** Part of the name of a model with a `model.json`. Raise it whenever decoding, colour or the handling of features changes. */
const preprocessingVersion = 5;

export const openSession = (weights: Uint8Array, threads: number): Promise<InferenceSession> =>
  InferenceSession.create(weights, { intraOpNumThreads: threads, interOpNumThreads: 1 });

/** RGBRGB… → RR…GG…BB…; a byte b of channel c becomes b × scale[c] + offset[c]. */
export const toPlanes = <T extends Float32Array | Uint8Array>(
  { data, width, height }: Pixels,
  planes: T,
  scale: readonly number[],
  offset: readonly number[],
): T => {
  const area = width * height;
  for (let channel = 0; channel < 3; channel += 1) {
    const [factor, summand] = [scale[channel] ?? 1, offset[channel] ?? 0];
    for (let pixel = 0; pixel < area; pixel += 1)
      planes[channel * area + pixel] = (data[pixel * 3 + channel] ?? 0) * factor + summand;
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

export const openOnnxEmbedder = async (folder: string, threads: number): Promise<Embedder> => {
  const { description, weights } = await readModelFile(folder);
  const { input, output } = description;
  const { size, scale, offset, view = 'product' } = input;
  const session = await openSession(weights, threads);
  const shape = [1, 3, size, size];
  const toTensor = (pixels: Pixels): Tensor => {
    const { length } = pixels.data;
    return input.type === 'uint8'
      ? new Tensor('uint8', toPlanes(pixels, new Uint8Array(length), [1, 1, 1], []), shape)
      : new Tensor(
          'float32',
          toPlanes(pixels, new Float32Array(length), Array(3).fill(scale), Array(3).fill(offset)),
          shape,
        );
  };
  const run = async (pixels: Pixels): Promise<Float32Array> => {
    const features = (await session.run({ [input.name]: toTensor(pixels) }))[output.name]?.data;
    if (!(features instanceof Float32Array))
      throw new TypeError(`the model has no float output ${output.name}`);
    return toUnitLength(centre(features.map((value) => Math.sqrt(Math.max(value, 0)))));
  };
  const model = `${description.name}@${description.sha256.slice(0, 12)}.${preprocessingVersion}`;
  const loaded = { size, run, close: () => session.release() };
  return createDescribedEmbedder(loaded, { model, looksDimensions: output.dimensions, view });
};

/** Any ONNX vision model with a published preprocessor_config.json (DINOv2, SigLIP, CLIP, ViT …). */
export const openVisionEmbedder = async (folder: string, threads: number): Promise<Embedder> => {
  const { name, weights, size, scale, offset } = await readVisionModel(folder);
  const session = await openSession(weights, threads);
  const [input = '', ...others] = session.inputNames;
  const output = chooseOutput(session.outputNames) ?? '';
  if (input === '' || others.length > 0)
    throw new Fault(
      'bad-input',
      `The model ${name} needs more inputs than a picture: ${session.inputNames.join(', ')}.`,
      { nextStep: 'Use its image encoder: vision_model.onnx.' },
    );
  const run = async (pixels: Pixels): Promise<Float32Array> => {
    const planes = toPlanes(pixels, new Float32Array(pixels.data.length), scale, offset);
    const found = (await session.run({ [input]: new Tensor('float32', planes, [1, 3, size, size]) }))[output];
    if (found === undefined) throw new TypeError(`the model has no output ${output}`);
    return toUnitLength(poolOutput({ data: found.data as Float32Array, dims: found.dims }));
  };
  return createModelEmbedder({ size, run, close: () => session.release() }, name);
};
