import type { Weights } from '../../../domain/box.ts';
import { createWorkSlices } from '../../work-slices.ts';
import type { SectionArray } from '../storage/sections.ts';
import { codedBytes, createCodeStage } from './code-stage.ts';
import { createMargins, keyOfWeights, type Margins } from './margins.ts';
import { measureMargins, type StageMargins } from './measure-margins.ts';
import {
  mostRoughBytes,
  type ReadVector,
  type RoughStage,
  type ScoreRoughly,
  type StoredArrays,
} from './rough-stage.ts';
import { createSignStage, mostSigns } from './sign-stage.ts';
import { createSparsePart, openSparsePart, type SparsePart } from './sparse-part.ts';
import { titleOffset, type VectorShape } from './vector-shape.ts';

/*
 * A scan of everything compares bits first, then codes of those that may be among the best, then the vectors of the
 * few that are left. Each step reads more of fewer pictures.
 */

export type RoughStep = {
  readonly score: ScoreRoughly;
  /** Pictures that score lower than the last wanted one by more than this are left out. */
  readonly margin: number;
};

export type RoughIndex = {
  /** Pictures that are indexed; later ones were added by live changes. */
  readonly count: number;
  /**
   * The steps for these weights, roughest first, without those that say too little. None until their margins are
   * measured, which the first question with these weights starts.
   */
  steps(weights: Weights): readonly RoughStep[];
  /** The same, after they are measured. */
  prepare(weights: Weights): Promise<readonly RoughStep[]>;
};

/** An index that was made here. */
export type WritableIndex = RoughIndex & {
  /** All of it, for the file of a version. */
  arrays(): Record<string, SectionArray>;
};

/** From this many pictures on, a scan first compares roughly. */
export const roughFrom = 16_384;

/** Pictures between two looks at the clock. */
const picturesPerCheck = 16;

/** In slices, beside requests. */
export const createRoughIndex = async (
  shape: VectorShape,
  count: number,
  read: ReadVector,
): Promise<WritableIndex> => {
  const slices = createWorkSlices();
  const title = createSparsePart(titleOffset(shape), shape.title ?? 0, count);
  const stages = createStages(shape, count, read, title, null);
  for (let picture = 0; picture < count; picture += 1) {
    if (picture % picturesPerCheck === 0 && slices.isOver()) await slices.next();
    const { floats, start } = read(picture);
    for (const stage of stages) stage.encode(picture, floats, start);
    title.add(floats, start);
  }
  const margins = createMargins((weights) =>
    measureMargins(shape, count, read, stages, weights, createWorkSlices()),
  );
  return {
    ...createIndex(count, stages, margins),
    arrays: () => {
      const all = { ...title.arrays(), ...margins.arrays() };
      for (const { arrays } of stages) Object.assign(all, arrays);
      return all;
    },
  };
};

/** The index that another process made of the same vectors, and stored. */
export const openRoughIndex = (
  shape: VectorShape,
  count: number,
  read: ReadVector,
  stored: StoredArrays,
): RoughIndex => {
  const title = openSparsePart(shape.title ?? 0, stored.arrays);
  const stages = createStages(shape, count, read, title, stored);
  const measure = (weights: Weights) =>
    measureMargins(shape, count, read, stages, weights, createWorkSlices());
  return createIndex(count, stages, createMargins(measure, stored.arrays));
};

/** Whether the index of a catalogue is stored with its version. */
export const isStored = (shape: VectorShape, count: number): boolean =>
  count >= roughFrom && createsCodes(shape, count);

const createsSigns = ({ looks, colour }: VectorShape): boolean => Math.max(looks, colour) <= mostSigns;
const createsCodes = (shape: VectorShape, count: number): boolean =>
  codedBytes(shape) * (count + 1) < mostRoughBytes / 2;

const createStages = (
  shape: VectorShape,
  count: number,
  read: ReadVector,
  title: SparsePart,
  stored: StoredArrays | null,
): RoughStage[] => [
  ...(createsSigns(shape) ? [createSignStage(shape, count, read, title, stored)] : []),
  ...(createsCodes(shape, count) ? [createCodeStage(shape, count, read, title, stored)] : []),
];

const createIndex = (count: number, stages: readonly RoughStage[], margins: Margins): RoughIndex => {
  const known = new Map<string, { readonly margins: StageMargins; readonly steps: readonly RoughStep[] }>();
  /** The same object for the same margins. */
  const toSteps = (key: string, found: StageMargins): readonly RoughStep[] => {
    const existing = known.get(key);
    if (existing?.margins === found) return existing.steps;
    const steps = stages.flatMap(({ score }, index) => {
      const margin = found[index] ?? null;
      return margin === null ? [] : [{ score, margin }];
    });
    known.set(key, { margins: found, steps });
    return steps;
  };
  return {
    count,
    steps: (weights) => {
      const found = margins.now(weights);
      return found === null ? [] : toSteps(keyOfWeights(weights), found);
    },
    prepare: async (weights) => toSteps(keyOfWeights(weights), await margins.measured(weights)),
  };
};
