import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { Fault } from '../../errors.ts';

/** The part of preprocessor_config.json that is used. */
const preprocessor = Type.Object({
  size: Type.Optional(
    Type.Union([
      Type.Integer({ minimum: 1 }),
      Type.Object({
        shortest_edge: Type.Optional(Type.Integer({ minimum: 1 })),
        height: Type.Optional(Type.Integer({ minimum: 1 })),
      }),
    ]),
  ),
  crop_size: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1 }), Type.Object({ height: Type.Integer({ minimum: 1 }) })]),
  ),
  image_mean: Type.Optional(Type.Array(Type.Number(), { minItems: 3, maxItems: 3 })),
  image_std: Type.Optional(Type.Array(Type.Number(), { minItems: 3, maxItems: 3 })),
  rescale_factor: Type.Optional(Type.Number()),
});

export type VisionModel = {
  /** Changes whenever the vectors would. */
  readonly name: string;
  readonly weights: Uint8Array;
  /** Pixels per side of the square input. */
  readonly size: number;
  /** A byte b of channel c becomes b × scale[c] + offset[c]. */
  readonly scale: readonly number[];
  readonly offset: readonly number[];
};

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

/** A vision model as published: its weights, and how a picture is preprocessed. */
export const readVisionModel = async (folder: string): Promise<VisionModel> => {
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
