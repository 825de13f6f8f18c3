import { InferenceSession, Tensor } from 'onnxruntime-node';
import { Fault } from '../errors.ts';
import { colourDimensions, colourHistogram } from './colour-histogram.ts';
import type { Pixels } from './decode.ts';
import { openDecoder } from './decoding/decoder-pool.ts';
import type { Embedder, EmbeddingResult } from './embedder.ts';
import { inParallel, onnxEmbedderDefaults, type OnnxEmbedderOptions, unitLength } from './onnx-embedder.ts';
import { readVisionModel, type VisionModel } from './vision-model.ts';

/** Raised whenever what is done to pictures or features here changes: part of the model's name. */
const preparation = 1;

/** What models call the one vector of a picture, best first; then the states of its patches, the first of which stands for all. */
const outputs = ['image_embeds', 'pooler_output', 'features', 'last_hidden_state'] as const;

const toPlanes = ({ data, width, height }: Pixels, { scale, offset }: VisionModel): Float32Array => {
  const area = width * height;
  return Float32Array.from({ length: 3 * area }, (_, place) => {
    const channel = Math.floor(place / area);
    return (data[(place % area) * 3 + channel] ?? 0) * (scale[channel] ?? 1) + (offset[channel] ?? 0);
  });
};

/** [1, n] is the vector; of [1, patches, n] the first; of [1, n, h, w] the mean over the picture. */
const vectorOf = ({ data, dims }: Tensor): Float32Array => {
  const numbers = Float32Array.from(data as Float32Array);
  const [, first = numbers.length, second = 1, third = 1] = dims;
  if (dims.length === 3) return numbers.slice(0, second);
  if (dims.length !== 4) return numbers;
  const area = second * third;
  return Float32Array.from({ length: first }, (_, channel) =>
    numbers.subarray(channel * area, (channel + 1) * area).reduce((sum, value) => sum + value / area, 0),
  );
};

const openNet = async (model: VisionModel, threads: number) => {
  const session = await InferenceSession.create(model.weights, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
  });
  const input = session.inputNames.find((name) => name === 'pixel_values') ?? session.inputNames[0] ?? '';
  const output = outputs.find((name) => session.outputNames.includes(name)) ?? session.outputNames[0] ?? '';
  if (session.inputNames.length !== 1) {
    throw new Fault(
      'bad-input',
      `The model ${model.name} wants more than a picture: ${session.inputNames.join(', ')}.`,
      {
        nextStep: 'Use the half of it that sees: vision_model.onnx.',
      },
    );
  }
  return {
    run: async (pixels: Pixels): Promise<Float32Array> => {
      const tensor = new Tensor('float32', toPlanes(pixels, model), [1, 3, model.size, model.size]);
      const found = (await session.run({ [input]: tensor }))[output];
      if (found === undefined) throw new TypeError(`the net gives nothing under ${output}`);
      return unitLength(vectorOf(found));
    },
    close: () => session.release(),
  };
};

/** Any ONNX vision model with the description its makers publish (DINOv2, SigLIP, CLIP, ViT …). */
export const openVisionEmbedder = async (
  folder: string,
  options: OnnxEmbedderOptions = {},
): Promise<Embedder> => {
  const { intraOpNumThreads, parallel } = { ...onnxEmbedderDefaults, ...options };
  const model = await readVisionModel(folder);
  const net = await openNet(model, intraOpNumThreads);
  const decoder = options.decoder ?? openDecoder({ processes: parallel });
  // The width of a vector is known only by what comes out.
  const { size } = model;
  const blank = { width: size, height: size, data: new Uint8Array(size * size * 3).fill(255) };
  const { length } = await net.run(blank);
  const embedOne = async (picture: Uint8Array): Promise<EmbeddingResult> => {
    const decoded = await decoder.decode(picture, size);
    if (!decoded.ok) return decoded;
    const looks = await net.run(decoded.pixels);
    return { ok: true, embedding: { looks, colour: colourHistogram(decoded.pixels) } };
  };
  return {
    model: `${model.name}.${preparation}`,
    looksDimensions: length,
    colourDimensions,
    embed: (pictures) => inParallel(pictures, parallel, embedOne),
    close: async () => {
      await decoder.close();
      await net.close();
    },
  };
};
