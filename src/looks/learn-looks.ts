import { crc32 } from 'node:zlib';
import type { Field } from '../domain/dataset.ts';
import type { Product } from '../domain/product.ts';
import { chooseLabels } from './choose-labels.ts';
import { decideLooks, type Sample } from './decide.ts';
import type { LooksFiles, StoredLooks } from './looks-files.ts';
import type { LooksMap } from './looks-map.ts';
import type { Item } from './measure.ts';

/** A product with a picture. */
export type Pictured = { readonly product: Product; readonly hash: string };

type Vectors = { readonly looks: Float32Array; readonly colour: Float32Array };

export type LooksTeacher = {
  /** Name of the embedder's model. */
  readonly embedder: string;
  readonly fields: readonly Field[];
  readonly readVectors: (hash: string) => Vectors | null;
  readonly files: LooksFiles;
};

/** `name`: identity of the vectors, for the engine: model and map. */
export type LearntLooks = {
  readonly name: string;
  readonly map: LooksMap | null;
  readonly decision: StoredLooks;
};

const learnDefaults = {
  /** Pictures that learning sees at most: 4,000 × 1,226 numbers are 20 MB, and learning takes seconds. */
  pictures: 4_000,
  /** A map is kept while at most this share of the labels has changed. */
  changedLabels: 0.02,
} as const;

/** Whole families, in the order of their hashes, each picture once. */
const chooseSample = (
  pictured: readonly Pictured[],
  labelOf: (product: Product) => string | null,
): (Item & { readonly hash: string })[] => {
  const items = new Map<string, Item & { hash: string }>();
  for (const { product, hash } of pictured) {
    const family = product.groupId === null ? `product ${product.identifier}` : `group ${product.groupId}`;
    if (!items.has(hash)) items.set(hash, { hash, family, label: labelOf(product) });
  }
  return [...items.values()]
    .map((item) => ({ item, order: crc32(`sample ${item.family}`) }))
    .sort((a, b) => a.order - b.order || (a.item.hash < b.item.hash ? -1 : 1))
    .slice(0, learnDefaults.pictures)
    .map(({ item }) => item);
};

const pack = (vectors: readonly Float32Array[]) => {
  const size = vectors[0]?.length ?? 0;
  const values = new Float32Array(vectors.length * size);
  vectors.forEach((vector, at) => values.set(vector, at * size));
  return { values, count: vectors.length, size };
};

const readSample = (
  chosen: readonly (Item & { readonly hash: string })[],
  readVectors: LooksTeacher['readVectors'],
): Sample => {
  const read = chosen.flatMap((item) => {
    const vectors = readVectors(item.hash);
    return vectors === null ? [] : [{ item, vectors }];
  });
  return {
    items: read.map(({ item: { family, label } }) => ({ family, label })),
    looks: pack(read.map(({ vectors }) => vectors.looks)),
    colour: pack(read.map(({ vectors }) => vectors.colour)),
  };
};

const countLabels = (items: readonly Item[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { label } of items) if (label !== null) counts[label] = (counts[label] ?? 0) + 1;
  return counts;
};

/** Share of pictures whose label has become more or less frequent. */
const compareCounts = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): number => {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const changed = names.reduce((sum, name) => sum + Math.abs((a[name] ?? 0) - (b[name] ?? 0)), 0);
  return (
    changed /
    Math.max(
      1,
      names.reduce((sum, name) => sum + Math.max(a[name] ?? 0, b[name] ?? 0), 0),
    )
  );
};

/** The map of the version before, while the labels have hardly changed: neighbours stay where they are. */
const keepPrevious = async (
  { embedder, files }: LooksTeacher,
  counts: Readonly<Record<string, number>>,
): Promise<LearntLooks | null> => {
  const previous = await files.readLatest();
  if (previous?.embedder !== embedder || previous.map === null) return null;
  if (compareCounts(previous.counts, counts) > learnDefaults.changedLabels) return null;
  const map = await files.readMap(previous.map);
  return map && { name: nameVectors(embedder, previous.map), map, decision: previous };
};

const nameVectors = (embedder: string, map: string | null): string =>
  map === null ? embedder : `${embedder}+${map}`;

/** Learns from the labels of a catalogue how its pictures are compared, or keeps what was learnt before. */
export const learnLooks = async (
  teacher: LooksTeacher,
  pictured: readonly Pictured[],
): Promise<LearntLooks> => {
  const { embedder, fields, files, readVectors } = teacher;
  const { field, labelOf } = chooseLabels(
    pictured.map(({ product }) => product),
    fields,
  );
  const chosen = chooseSample(pictured, labelOf);
  const counts = countLabels(chosen);
  const kept = await keepPrevious(teacher, counts);
  if (kept !== null) return kept;
  const { map, report } = decideLooks(readSample(chosen, readVectors));
  const id = map === null ? null : await files.writeMap(map);
  const decision = { embedder, map: id, counts, report: { ...report, field } };
  return { name: nameVectors(embedder, id), map, decision };
};
