import { resolveWeights, type SearchBox } from '../../domain/box.ts';
import type { Field } from '../../domain/dataset.ts';
import type { Scalar } from '../../domain/filter.ts';
import {
  createQuery,
  type Hit,
  type PictureVectors,
  type ProductReader,
  type Source,
} from '../../engine/engine.ts';
import type { NamedPicture } from './combine-pictures.ts';
import type { Region } from '../../domain/region.ts';
import { decodeRecord } from '../../domain/product-record.ts';
import { pathLevels } from '../../domain/product.ts';
import { selectRequired } from '../../engine/semantics/search/field-values.ts';

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
  /** The product, cut out of what is behind it, for where the parts are not answered sharply; null: it stays where it is. */
  readonly cutOut: (() => Promise<readonly PhotoPartVectors[]>) | null;
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
  const { pictures, words, wordProducts, ...found } = await photo.readVectors(reader);
  const { vectors, regions } = await chooseRegion(reader, box, found);
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

const findNearest = async (
  reader: ProductReader,
  { weights, exclude }: Pick<SearchBox, 'weights' | 'exclude'>,
  source: Source,
  most: number,
): Promise<readonly Hit[]> => {
  const seed = { kind: 'looks', source, weights: resolveWeights(weights, null) } as const;
  return (await reader.search({ ...createQuery(seed, most), exclude })).hits;
};

const predictFields = async (
  reader: ProductReader,
  box: SearchBox,
  source: Source,
  { predicts, named }: Photo,
): Promise<PredictedField[]> => {
  const fields = reader.fields.filter(({ name }) => box.sameAsSource.includes(name));
  const asked = predicts ? fields.filter(({ name }) => !named.has(name)) : [];
  const hits = asked.length === 0 ? [] : await findNearest(reader, box, source, predictionDefaults.nearest);
  return fields.flatMap((field: Field): PredictedField[] => {
    const value = named.get(field.name);
    if (value !== undefined) return [{ field: field.name, value, confidence: 1, used: true }];
    const predicted = predictField(field, hits);
    return predicted === null ? [] : [predicted];
  });
};

export type PhotoPartVectors = { readonly region: Region; readonly vectors: PictureVectors };

export type TriedRegion = Region & {
  /** How much more the nearest products look like it than those behind them. */
  readonly sharpness: number;
  readonly used: boolean;
  /** Whether what is behind the product was taken away. */
  readonly cutOut: boolean;
};

/** `enough`: a copy of a picture of the catalogue is at least as sharp, so nothing is cut out. */
const sharpnessOf = { nearest: 20, enough: 0.3 } as const;

/**
 * A part that shows a product of the catalogue is much more like a few products than like the next ones; ground or a whole
 * person is about as much like all of them. The first of equal parts is taken.
 */
export const chooseRegion = async (
  reader: ProductReader,
  box: Pick<SearchBox, 'weights' | 'exclude'>,
  { parts, cutOut }: Pick<PhotoVectors, 'parts' | 'cutOut'>,
): Promise<{ readonly vectors: PictureVectors; readonly regions: readonly TriedRegion[] }> => {
  const measure = async ({ vectors }: PhotoPartVectors): Promise<number> => {
    const source = { identifier: '', vectors, hasLooks: true, values: () => [], text: () => '' };
    const hits = await findNearest(reader, box, source, sharpnessOf.nearest);
    return (hits[0]?.score ?? 0) - (hits.at(-1)?.score ?? 0);
  };
  const isOnly = parts.length === 1 && cutOut === null;
  const measured = isOnly ? [0] : await Promise.all(parts.map(measure));
  const isSharp = Math.max(...measured) >= sharpnessOf.enough;
  const cut = cutOut === null || isSharp ? [] : await cutOut();
  measured.push(...(await Promise.all(cut.map(measure))));
  const best = measured.indexOf(Math.max(...measured));
  const tried = [...parts, ...cut];
  const regions = tried.map(({ region }, at) => ({
    ...region,
    sharpness: Math.round((measured[at] ?? 0) * 1000) / 1000,
    used: at === best,
    cutOut: at >= parts.length,
  }));
  return { vectors: (tried[best] ?? parts[0]).vectors, regions };
};

/** What a field of the product in a photo is taken for. */
export type PredictedField = {
  readonly field: string;
  readonly value: string;
  /** Share of the nearest products that have the value, by score; 1 where the caller named it. */
  readonly confidence: number;
  /** Whether results must agree in it. */
  readonly used: boolean;
};

/** Products that are asked, and the share that must agree: with less, the field requires nothing. */
const predictionDefaults = { nearest: 10, leastShare: 0.5 } as const;

/** All values of a field, category levels included. */
export const listFieldValues = (value: unknown, type: Field['type']): string[] => {
  const values = (Array.isArray(value) ? value : [value]).filter((each) => each !== undefined).map(String);
  return type === 'path' ? [...new Set(values.flatMap(pathLevels))] : values;
};

/** The value that most of the nearest products have, by score; null where none of them has one. */
const predictField = ({ name, type }: Field, nearest: readonly Hit[]): PredictedField | null => {
  const votes = new Map<string, number>();
  let total = 0;
  for (const { score, record } of nearest) {
    total += score;
    const values = selectRequired(type, listFieldValues(decodeRecord(record)[name], type)).map(String);
    for (const value of new Set(values)) votes.set(value, (votes.get(value) ?? 0) + score);
  }
  const [best] = [...votes].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  if (best === undefined || total === 0) return null;
  const confidence = Math.round((best[1] / total) * 100) / 100;
  return { field: name, value: best[0], confidence, used: confidence >= predictionDefaults.leastShare };
};
