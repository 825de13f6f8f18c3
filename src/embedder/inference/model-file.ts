import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, basename } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Fault } from '../../errors.ts';
import { pictureViews } from '../../domain/settings/choices.ts';

/** Input and output of a model: the `model.json` beside its weights. */
const description = Type.Object({
  name: Type.String({ minLength: 1 }),
  file: Type.String({ minLength: 1 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  input: Type.Object({
    name: Type.String(),
    layout: Type.Literal('NCHW'),
    channels: Type.Literal('RGB'),
    size: Type.Integer({ minimum: 1 }),
    /** Left out: float32. With uint8 the model takes bytes as they are. */
    type: Type.Optional(Type.Enum(['float32', 'uint8'])),
    /** A byte b becomes b × scale + offset. */
    scale: Type.Number(),
    offset: Type.Number(),
    /** The part of a picture that is embedded unless a catalogue says otherwise. Left out: the product as a whole. */
    view: Type.Optional(Type.Enum([...pictureViews])),
  }),
  output: Type.Object({ name: Type.String(), dimensions: Type.Integer({ minimum: 1 }) }),
});

/** Refuses weights with another checksum: a damaged model would give plausible but wrong vectors. */
export const readModelFile = async (folder: string) => {
  const described = await readDescription(join(folder, 'model.json'));
  const weights = await readFile(join(folder, described.file)).catch((cause: unknown) => {
    throw missing(join(folder, described.file), cause);
  });
  const found = createHash('sha256').update(weights).digest('hex');
  if (found !== described.sha256) {
    throw new Fault('corrupted', `${join(folder, described.file)} does not have the checksum in model.json`, {
      nextStep: 'Restore the models folder from the release, or make it again with scripts/make-model.ts.',
    });
  }
  return { description: described, weights };
};

const readDescription = async (file: string): Promise<Static<typeof description>> => {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw missing(file, cause);
  });
  try {
    return Value.Parse(description, JSON.parse(text));
  } catch (cause) {
    throw new Fault('corrupted', `${file} does not describe a model`, { cause });
  }
};

const missing = (file: string, cause: unknown): Fault =>
  new Fault('unavailable', `The model file ${file} cannot be read`, {
    nextStep: 'Restore the models folder from the release.',
    cause,
  });

/** The part of preprocessor_config.json that is used. */
const pixels = Type.Integer({ minimum: 1 });
const channels = Type.Array(Type.Number(), { minItems: 3, maxItems: 3 });
const preprocessor = Type.Object({
  size: Type.Optional(
    Type.Union([
      pixels,
      Type.Object({ shortest_edge: Type.Optional(pixels), height: Type.Optional(pixels) }),
    ]),
  ),
  crop_size: Type.Optional(Type.Union([pixels, Type.Object({ height: pixels })])),
  image_mean: Type.Optional(channels),
  image_std: Type.Optional(channels),
  rescale_factor: Type.Optional(Type.Number()),
});

/** In the order in which they are looked for; the image encoder goes before the whole model. */
const weightFiles = ['onnx/vision_model.onnx', 'vision_model.onnx', 'onnx/model.onnx', 'model.onnx'] as const;

const defaults = { size: 224, mean: [0, 0, 0], deviation: [1, 1, 1], rescale: 1 / 255 } as const;

const unusable = (folder: string, why: string, cause?: unknown): Fault =>
  new Fault('bad-input', `The model in ${folder} cannot be used: ${why}.`, {
    nextStep:
      'A folder holds model.json and its weights, or preprocessor_config.json and model.onnx (or onnx/model.onnx).',
    cause,
  });

const readWeights = async (folder: string): Promise<Uint8Array> => {
  for (const name of weightFiles) {
    const bytes = await readFile(join(folder, name)).catch(() => null);
    if (bytes !== null) return bytes;
  }
  const [other] = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.onnx'));
  if (other !== undefined) return readFile(join(folder, other));
  throw unusable(folder, 'it holds no .onnx file');
};

const edge = (size: number | { shortest_edge?: number; height?: number } | undefined): number | undefined =>
  typeof size === 'object' ? (size.height ?? size.shortest_edge) : size;

/** Pixels per side of a model's square input. */
export const readInputSize = (given: unknown): number => {
  const { crop_size: crop, size } = Value.Parse(preprocessor, given);
  return edge(crop) ?? edge(size) ?? defaults.size;
};

/** A vision model as published: its weights, and how a picture is preprocessed: a byte b of channel c becomes b × scale[c] + offset[c]. */
export const readVisionModel = async (folder: string) => {
  const text = await readFile(join(folder, 'preprocessor_config.json'), 'utf8').catch((cause: unknown) => {
    throw unusable(folder, 'preprocessor_config.json cannot be read', cause);
  });
  const weights = await readWeights(folder);
  try {
    const given = Value.Parse(preprocessor, JSON.parse(text));
    const { rescale_factor: rescale = defaults.rescale } = given;
    const { image_mean: mean = defaults.mean, image_std: deviation = defaults.deviation } = given;
    const digest = createHash('sha256').update(text).update(weights).digest('hex').slice(0, 12);
    return {
      /** Changes whenever the vectors would. */
      name: `${basename(folder)}@${digest}`,
      weights,
      size: readInputSize(given),
      scale: deviation.map((value) => rescale / value),
      offset: deviation.map((value, channel) => -(mean[channel] ?? 0) / value),
    };
  } catch (cause) {
    throw unusable(folder, 'preprocessor_config.json does not describe how pictures are prepared', cause);
  }
};

/** One output tensor of a model, whichever library runs it. */
export type ModelOutput = { readonly data: ArrayLike<number>; readonly dims: readonly number[] };

/**
 * Names of outputs that hold the vector of a picture, best first: CLIP projects into `image_embeds`, SigLIP pools
 * into `pooler_output`. Last come the patch states, whose first is the class token (DINOv2, ViT).
 */
const outputNames = ['image_embeds', 'pooler_output', 'features', 'last_hidden_state'] as const;

export const chooseOutput = (available: readonly string[]): string | null =>
  outputNames.find((name) => available.includes(name)) ?? available[0] ?? null;

/** [1, n]: the vector itself; [1, patches, n]: the first patch; [1, n, h, w]: the mean over height and width. */
export const poolOutput = ({ data, dims }: ModelOutput): Float32Array => {
  const numbers = Float32Array.from(data);
  const [, first = numbers.length, second = 1, third = 1] = dims;
  if (dims.length === 3) return numbers.slice(0, second);
  if (dims.length !== 4) return numbers;
  const area = second * third;
  return Float32Array.from({ length: first }, (_, channel) =>
    numbers.subarray(channel * area, (channel + 1) * area).reduce((sum, value) => sum + value / area, 0),
  );
};

export const toUnitLength = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector);
  return length === 0 ? vector.fill(1 / Math.sqrt(vector.length)) : vector.map((value) => value / length);
};
