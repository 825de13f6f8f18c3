import { resolveWeights, type SearchBox } from '../../domain/box.ts';
import type { Field } from '../../domain/dataset.ts';
import type { Scalar } from '../../domain/filter.ts';
import { createQuery, type ProductReader, type Source } from '../../engine/engine.ts';
import { chooseRegion, type PhotoPartVectors, type TriedRegion } from './choose-region.ts';
import type { NamedPicture } from './combine-pictures.ts';
import { listFieldValues, predictField, type PredictedField, predictionDefaults } from './predict-fields.ts';

/** A picture that is searched for instead of a product. */
export type Photo = {
  /** Vectors, as those of this reader's version were made: of one picture, or of several. */
  readonly readVectors: (reader: ProductReader) => Promise<PhotoVectors>;
  /** Whether the same-as-source fields of the box are predicted from the nearest products. */
  readonly predicts: boolean;
  /** Values of such fields that the caller named, by field. */
  readonly named: ReadonlyMap<string, string>;
};

export type PhotoVectors = {
  /** What results are compared with: one part of a photo, or several to choose from. */
  readonly parts: readonly [PhotoPartVectors, ...PhotoPartVectors[]];
  /** The pictures that results look like. */
  readonly pictures: readonly NamedPicture[];
  /** Words beside the pictures, and the products that they were taken for. */
  readonly words: string;
  readonly wordProducts: readonly string[];
};

export type PhotoSource = Source & {
  readonly predicted: readonly PredictedField[];
  readonly pictures: readonly NamedPicture[];
  /** The parts of the photo that were tried, the used one among them. */
  readonly regions: readonly TriedRegion[];
  readonly wordProducts: readonly string[];
};

/** Makes a source of a photo: its words are those beside it, its fields are named by the caller or predicted. */
export const createPhotoSource = async (
  reader: ProductReader,
  box: SearchBox,
  photo: Photo,
): Promise<PhotoSource> => {
  const { parts, pictures, words, wordProducts } = await photo.readVectors(reader);
  const { vectors, regions } = await chooseRegion(reader, box, parts);
  const hasLooks = vectors.looks.length > 0;
  const plain = { identifier: '', vectors, hasLooks, text: () => words };
  const predicted = await predictFields(reader, box, { ...plain, values: () => [] }, photo);
  const used = new Map(predicted.filter((each) => each.used).map(({ field, value }) => [field, value]));
  const values = (name: string): Scalar[] => {
    const type = reader.fields.find((each) => each.name === name)?.type ?? 'text';
    return listFieldValues(used.get(name), type).map((value) => toScalar(value, type));
  };
  return { ...plain, values, predicted, pictures, regions, wordProducts };
};

const toScalar = (value: string, type: Field['type']): Scalar => {
  if (type === 'number') return Number(value);
  return type === 'boolean' ? value === 'true' : value;
};

const predictFields = async (
  reader: ProductReader,
  { sameAsSource, weights, exclude }: SearchBox,
  source: Source,
  { predicts, named }: Photo,
): Promise<PredictedField[]> => {
  const fields = reader.fields.filter(({ name }) => sameAsSource.includes(name));
  const asked = predicts ? fields.filter(({ name }) => !named.has(name)) : [];
  const seed = { kind: 'looks', source, weights: resolveWeights(weights, null) } as const;
  const query = { ...createQuery(seed, predictionDefaults.nearest), exclude };
  const { hits } = asked.length === 0 ? { hits: [] } : await reader.search(query);
  return fields.flatMap((field: Field): PredictedField[] => {
    const value = named.get(field.name);
    if (value !== undefined) return [{ field: field.name, value, confidence: 1, used: true }];
    const predicted = predictField(field, hits);
    return predicted === null ? [] : [predicted];
  });
};
