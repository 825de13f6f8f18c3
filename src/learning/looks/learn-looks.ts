import { isDeepStrictEqual } from 'node:util';
import type { Field, LabelField } from '../../domain/dataset.ts';
import { chooseLabels, type Labels } from './train/choose-labels.ts';
import type { LooksReport, StoredLooks, ViewDecision } from './map/decision.ts';
import { decideDefaults } from './decide/decide-defaults.ts';
import { decideInThread } from './decide/decide-in-thread.ts';
import { addCopies, type EmbedCopies } from './decide/guard-copies.ts';
import type { LooksFiles } from './looks-files.ts';
import { type LooksMap, titleWeightOf, baseSettings } from './map/looks-map.ts';
import {
  describeSample,
  type Item,
  readSample,
  type SampleItem,
  type SampledPicture,
  type Survey,
} from './train/sample.ts';
import type { FamilyWords, Vocabulary } from './train/words.ts';

export type LooksTeacher = {
  readonly embedder: string;
  /** Which part of pictures it sees; left out: that cannot be chosen. */
  readonly view?: ViewDecision;
  readonly fields: readonly Field[];
  /** The fields that an operator wants it to learn from; left out or empty: found by inspection. */
  readonly learnFrom?: readonly LabelField[];
  /** Left out: altered copies are not guarded. */
  readonly embedCopies?: EmbedCopies;
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
  readonly sample: readonly SampleItem[];
  /** Words of the titles of each family, as the map compares them. */
  readonly familyWords: FamilyWords;
};

/** A map is kept while at most this share of the labels has changed. */
const changedLabels = 0.02;

/** Labels of fields that are only tried are left out: they may change without another map. */
const countLabels = (items: readonly Item[], { fields }: Labels): Record<string, number> => {
  const counts: Record<string, number> = {};
  const count = (name: string): void => void (counts[name] = (counts[name] ?? 0) + 1);
  for (const { label, further = [] } of items) {
    if (label !== null) count(label);
    further.forEach((each, at) => {
      const field = fields[at + 1];
      if (each !== null && field?.isTrial === false) count(`${field.field}: ${each}`);
    });
  }
  return counts;
};

/** Share of pictures whose label has become more or less frequent. */
const compareCounts = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): number => {
  let [changed, all] = [0, 0];
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    changed += Math.abs((a[name] ?? 0) - (b[name] ?? 0));
    all += Math.max(a[name] ?? 0, b[name] ?? 0);
  }
  return changed / Math.max(1, all);
};

type Arrivals = NonNullable<StoredLooks['arrivals']>;

/** What came since the last version that was learnt from `field` is added to what came before. */
const countArrivals = (
  previous: StoredLooks | null,
  counts: Readonly<Record<string, number>>,
  field: string | undefined,
): Arrivals => {
  let { pictures, ofNewLabels } = previous?.arrivals ?? { pictures: 0, ofNewLabels: 0 };
  // Labels of another field are not new: they were not counted.
  if (previous === null || previous.report.field !== field) return { pictures, ofNewLabels };
  for (const [label, count] of Object.entries(counts)) {
    const before = previous.counts[label] ?? 0;
    pictures += Math.max(0, count - before);
    if (before === 0) ofNewLabels += count;
  }
  return { pictures, ofNewLabels };
};

/** Few arrivals say little: then it is near the share that catalogues have on average. */
const shareOfNewLabels = ({ pictures, ofNewLabels }: Arrivals): number => {
  const { newLabels, newLabelsPictures } = decideDefaults;
  return (ofNewLabels + newLabels * newLabelsPictures) / (pictures + newLabelsPictures);
};

/** The map of the version before, while the labels have hardly changed: neighbours stay where they are. */
const keepPrevious = async (
  { embedder, files, wantsTitles = false }: LooksTeacher,
  previous: StoredLooks | null,
  counts: Readonly<Record<string, number>>,
  declared: readonly LabelField[],
) => {
  if (previous?.embedder !== embedder || previous.map === null) return null;
  if (!isDeepStrictEqual(previous.learnFrom ?? [], declared)) return null;
  if (compareCounts(previous.counts, counts) > changedLabels) return null;
  const map = await files.readMap(previous.map);
  if (map === null || (wantsTitles && map.vocabulary === null)) return null;
  // Older releases averaged each vector with its nearest.
  if (map.settings.averaged !== undefined) return null;
  return {
    name: nameVectors(embedder, previous.map),
    map,
    titleWeight: titleWeightOf(map),
    decision: previous,
  };
};

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

/** The fields that were learnt from: all but those that were tried and did not win. */
const nameFields = ({ fields }: Labels, report: LooksReport): LooksReport => ({
  ...report,
  field: fields[0]?.field ?? null,
  fields: fields
    .filter(({ field, isTrial }) => !isTrial || field === report.settings?.also)
    .map(({ field, weight }) => ({ field, weight })),
});

/** What is decided on, with altered copies where they can be made. */
export const prepareSample = async (
  pictured: readonly SampledPicture[],
  chosen: readonly SampleItem[],
  { fields }: Labels,
  embedCopies: EmbedCopies | undefined,
) => {
  const vectorsOf = new Map(pictured.map(({ hash, vectors }) => [hash, vectors]));
  const read = readSample(chosen, (hash) => vectorsOf.get(hash) ?? null, fields.slice(1));
  const { sample, vocabulary, known } = read;
  const guarded = embedCopies === undefined ? sample : await addCopies(sample, known, pictured, embedCopies);
  return { guarded, vocabulary };
};

/** Learns from the labels of a catalogue how its pictures are compared, or keeps what was learnt before. */
export const learnLooks = async (teacher: LooksTeacher, survey: Survey): Promise<LearntLooks> => {
  const { embedder, files, embedCopies } = teacher;
  const { familyWords } = survey;
  const labels = chooseLabels(survey.labels, teacher.fields, teacher.learnFrom);
  const { fields } = labels;
  const pictured = survey.sample();
  const seen = teacher.view && { view: teacher.view };
  const chosen = describeSample(pictured, labels.labelsOf, familyWords);
  const counts = countLabels(chosen, labels);
  // What an operator declared and the catalogue has; none where fields were found by inspection.
  const learnFrom = labels.isDeclared ? fields.map(({ field, weight }) => ({ field, weight })) : [];
  const previous = await files.readLatest();
  const kept = await keepPrevious(teacher, previous, counts, learnFrom);
  // The sample has the labels of the fields that are there now.
  if (kept !== null) {
    const report = { ...kept.decision.report, ...seen };
    return { ...kept, decision: { ...kept.decision, report, fields }, sample: chosen, familyWords };
  }
  const { guarded, vocabulary } = await prepareSample(pictured, chosen, labels, embedCopies);
  const arrivals = countArrivals(previous, counts, fields[0]?.field);
  const asked = { ...guarded, newLabels: shareOfNewLabels(arrivals) };
  const { map: decided, report } = await decideInThread(asked, teacher.signal);
  const map = addVocabulary(decided, vocabulary, teacher.wantsTitles ?? false);
  const id = map === null ? null : await files.writeMap(map);
  const decision = {
    ...{ embedder, map: id, counts, arrivals, fields },
    ...(learnFrom.length > 0 && { learnFrom }),
    report: { ...nameFields(labels, report), ...seen },
  };
  const learnt = { name: nameVectors(embedder, id), map, titleWeight: titleWeightOf(map), decision };
  return { ...learnt, sample: chosen, familyWords };
};
