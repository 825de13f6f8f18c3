import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Fault } from '../../errors.ts';
import { pictureViews } from '../../domain/choices.ts';

/** Input and output of a model: the `model.json` beside its weights. */
const description = Type.Object({
  name: Type.String({ minLength: 1 }),
  file: Type.String({ minLength: 1 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  input: Type.Object({
    name: Type.String(),
    layout: Type.Literal('NCHW'),
    channels: Type.Literal('RGB'),
    /** Pixels per side. */
    size: Type.Integer({ minimum: 1 }),
    /** Left out: float32. With uint8 the model takes bytes as they are. */
    type: Type.Optional(Type.Enum(['float32', 'uint8'])),
    /** A byte b becomes b × scale + offset. */
    scale: Type.Number(),
    offset: Type.Number(),
    /** The part of a picture that is embedded unless a catalogue says otherwise. Left out: the product as a whole. */
    view: Type.Optional(Type.Enum([...pictureViews])),
  }),
  output: Type.Object({
    name: Type.String(),
    dimensions: Type.Integer({ minimum: 1 }),
  }),
});

export type ModelDescription = Static<typeof description>;

export type ModelFile = {
  readonly description: ModelDescription;
  readonly weights: Uint8Array;
};

/** Refuses weights with another checksum: a damaged model would give plausible but wrong vectors. */
export const readModelFile = async (folder: string): Promise<ModelFile> => {
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

const readDescription = async (file: string): Promise<ModelDescription> => {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw missing(file, cause);
  });
  try {
    return Value.Parse(description, JSON.parse(text));
  } catch (cause) {
    throw new Fault('corrupted', `${file} does not describe a model`, {
      cause,
    });
  }
};

const missing = (file: string, cause: unknown): Fault =>
  new Fault('unavailable', `The model file ${file} cannot be read`, {
    nextStep: 'Restore the models folder from the release.',
    cause,
  });
