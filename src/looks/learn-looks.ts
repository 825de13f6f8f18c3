import type { Field } from '../domain/dataset.ts';
import { chooseLabels } from './choose-labels.ts';
import { decideInThread } from './decide-in-thread.ts';
import type { LooksFiles, StoredLooks } from './looks-files.ts';
import { type LooksMap, titleWeightOf } from './looks-map.ts';
import type { Item } from './measure.ts';
import { chooseSample, type Pictured, readSample, type SampleItem, type Vectors } from './sample.ts';
import { baseSettings } from './similarities.ts';
import { readFamilyWords, type Vocabulary } from './words.ts';

export type LooksTeacher = {
  /** Name of the embedder's model. */
  readonly embedder: string;
  readonly fields: readonly Field[];
  readonly readVectors: (hash: string) => Vectors | null;
  readonly files: LooksFiles;
  /** Ends the learning when the import is cancelled. */
  readonly signal: AbortSignal;
  /** Titles are compared in any case: a box gives them a weight of its own. Left out: only where they win. */
  readonly wantsTitles?: boolean;
};

/** `name`: identity of the vectors, for the engine: model and map. */
export type LearntLooks = {
  readonly name: string;
  readonly map: LooksMap | null;
  /** Weight of the title unless a box says otherwise; null: titles are not compared. */
  readonly titleWeight: number | null;
  readonly decision: StoredLooks;
  /** The pictures that were learnt from. */
  readonly sample: readonly SampleItem[];
  /** Words of the titles of each family, as the map compares them. */
  readonly familyWords: ReadonlyMap<string, readonly string[]>;
};

const learnDefaults = {
  /** A map is kept while at most this share of the labels has changed. */
  changedLabels: 0.02,
} as const;

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

type Learnt = Pick<LearntLooks, 'name' | 'map' | 'titleWeight' | 'decision'>;

/** The map of the version before, while the labels have hardly changed: neighbours stay where they are. */
const keepPrevious = async (
  { embedder, files, wantsTitles = false }: LooksTeacher,
  counts: Readonly<Record<string, number>>,
): Promise<Learnt | null> => {
  const previous = await files.readLatest();
  if (previous?.embedder !== embedder || previous.map === null) return null;
  if (compareCounts(previous.counts, counts) > learnDefaults.changedLabels) return null;
  const map = await files.readMap(previous.map);
  if (map === null || !hasTitles(map, wantsTitles)) return null;
  return {
    name: nameVectors(embedder, previous.map),
    map,
    titleWeight: titleWeightOf(map),
    decision: previous,
  };
};

/** Maps of older releases have no title as a part of its own. */
const hasTitles = (map: LooksMap, areWanted: boolean): boolean =>
  map.joinsWords !== true && (!areWanted || map.vocabulary !== null);

const nameVectors = (embedder: string, map: string | null): string =>
  map === null ? embedder : `${embedder}+${map}`;

/** A vocabulary makes vectors longer: only where titles won, or a box wants them. */
const addVocabulary = (
  decided: Omit<LooksMap, 'vocabulary'> | null,
  vocabulary: Vocabulary | null,
  wantsTitles: boolean,
): LooksMap | null => {
  const isUsed = wantsTitles || (decided?.settings.words ?? 0) > 0;
  if (decided !== null) return { ...decided, vocabulary: isUsed ? vocabulary : null };
  return isUsed && vocabulary !== null ? { projection: null, settings: baseSettings, vocabulary } : null;
};

/** Learns from the labels of a catalogue how its pictures are compared, or keeps what was learnt before. */
export const learnLooks = async (
  teacher: LooksTeacher,
  pictured: readonly Pictured[],
): Promise<LearntLooks> => {
  const { embedder, fields, files, readVectors } = teacher;
  const products = pictured.map(({ product }) => product);
  const { field, labelOf } = chooseLabels(products, fields);
  const familyWords = readFamilyWords(products);
  const chosen = chooseSample(pictured, labelOf, familyWords);
  const counts = countLabels(chosen);
  const kept = await keepPrevious(teacher, counts);
  if (kept !== null) return { ...kept, sample: chosen, familyWords };
  const { sample, vocabulary } = readSample(chosen, readVectors);
  const { map: decided, report } = await decideInThread(sample, teacher.signal);
  const map = addVocabulary(decided, vocabulary, teacher.wantsTitles ?? false);
  const id = map === null ? null : await files.writeMap(map);
  const decision = { embedder, map: id, counts, report: { ...report, field } };
  return {
    name: nameVectors(embedder, id),
    map,
    titleWeight: titleWeightOf(map),
    decision,
    sample: chosen,
    familyWords,
  };
};
