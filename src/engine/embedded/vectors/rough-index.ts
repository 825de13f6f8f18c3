import type { Weights } from '../../../domain/box.ts';
import { createWorkSlices } from '../../work-slices.ts';
import type { SectionArray } from '../storage/sections.ts';
import { createCodeStage } from './code-stage.ts';
import { createMargins, keyOfWeights, type Margins } from './margins.ts';
import { measureMargins, type StageMargins } from './measure-margins.ts';
import {
  type FindError,
  type IsNear,
  type ReadVector,
  type RoughStage,
  type ScoreClosely,
  type ScoreRoughly,
  type StoredArrays,
  type TakeRoom,
} from './rough-stage.ts';
import { mostMemory } from './code-kernel.ts';
import { codeRowBytes } from './scratch.ts';
import { createSignStage, mostSigns } from './sign-stage.ts';
import { createSketchStage, type SketchStage } from './sketch-stage.ts';
import { createSparsePart, openSparsePart, type SparsePart } from './sparse-part.ts';
import { titleOffset, type VectorShape } from './vector-shape.ts';

/*
 * A scan of everything compares some bits first, then all bits of those that may be among the best, then codes, then the
 * vectors of the few that are left. Each step reads more of fewer pictures.
 */

export type RoughStep = {
  readonly score: ScoreRoughly;
  /** Pictures that score lower than the last wanted one by more than this are left out. */
  readonly margin: number;
  /** The step is worth its time from so many times as many looks as are wanted on. */
  readonly from: number;
  readonly isNear?: IsNear;
  readonly takeRoom?: TakeRoom;
  /** Where the step compares codes: how wrong its scores may be is known. */
  readonly findError?: FindError;
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
  /** Null: without codes. */
  readonly scoreClosely: ScoreClosely | null;
};

/** An index that was made here. */
export type WritableIndex = RoughIndex & {
  /** All of it, for the file of a version. */
  arrays(): Record<string, SectionArray>;
};

/** From this many pictures on, a scan first compares roughly. */
export const roughFrom = 16_384;

/** Pictures between two looks at the clock: when they are encoded, and when they are only copied. */
const [picturesPerCheck, copiesPerCheck] = [16, 1024];

/** See `RoughStep.from`. */
const worthFrom = { sketches: 150, bits: 20, fineBits: 6, codes: 1 };

/** In slices, beside requests. */
export const createRoughIndex = async (
  shape: VectorShape,
  count: number,
  read: ReadVector,
): Promise<WritableIndex> => {
  const slices = createWorkSlices();
  const title = createSparsePart(titleOffset(shape), shape.title ?? 0, count);
  const { encoders, sketches, steps, scoreClosely, arrays } = createStages(shape, count, read, title, null);
  for (let picture = 0; picture < count; picture += 1) {
    if (picture % picturesPerCheck === 0 && slices.isOver()) await slices.next();
    const { floats, start } = read(picture);
    for (const encoder of encoders) encoder.encode(picture, floats, start);
    sketches?.encode(picture);
    title.add(floats, start);
  }
  const margins = createMargins((weights) =>
    measureMargins(shape, count, read, steps, weights, createWorkSlices()),
  );
  return {
    ...createIndex(count, steps, margins, scoreClosely),
    arrays: () => ({ ...title.arrays(), ...margins.arrays(), ...arrays }),
  };
};

/** The index that another process made of the same vectors, and stored; sketches are made where it stored none. */
export const openRoughIndex = async (
  shape: VectorShape,
  count: number,
  read: ReadVector,
  stored: StoredArrays,
): Promise<RoughIndex> => {
  const title = openSparsePart(shape.title ?? 0, stored.arrays);
  const { sketches, steps, scoreClosely } = createStages(shape, count, read, title, stored);
  if (sketches?.isStored === false) await copySketches(sketches, count);
  const measure = (weights: Weights) =>
    measureMargins(shape, count, read, steps, weights, createWorkSlices());
  return createIndex(count, steps, createMargins(measure, stored.arrays), scoreClosely);
};

const copySketches = async (sketches: SketchStage, count: number): Promise<void> => {
  const slices = createWorkSlices();
  for (let picture = 0; picture < count; picture += 1) {
    if (picture % copiesPerCheck === 0 && slices.isOver()) await slices.next();
    sketches.encode(picture);
  }
};

/** Whether the index of a catalogue is stored with its version. */
export const isStored = (shape: VectorShape, count: number): boolean =>
  count >= roughFrom && createsCodes(shape, count);

const createsSigns = ({ looks, colour }: VectorShape): boolean => Math.max(looks, colour) <= mostSigns;
const createsCodes = (shape: VectorShape, count: number): boolean =>
  codeRowBytes(shape) * (count + 1) < mostMemory / 2;

/** A stage in the order in which they are taken. */
type Step = Omit<RoughStep, 'margin'>;

type Stages = {
  readonly encoders: readonly RoughStage[];
  /** Made of the bits. */
  readonly sketches: SketchStage | null;
  readonly steps: readonly Step[];
  readonly scoreClosely: ScoreClosely | null;
  readonly arrays: Record<string, SectionArray>;
};

const createStages = (
  shape: VectorShape,
  count: number,
  read: ReadVector,
  title: SparsePart,
  stored: StoredArrays | null,
): Stages => {
  const signs = createsSigns(shape) ? createSignStage(shape, count, read, title, stored) : null;
  const codes = createsCodes(shape, count) ? createCodeStage(shape, count, read, title, stored) : null;
  const sketches = signs && createSketchStage(shape, count, read, signs, title, stored);
  const steps: Step[] = [];
  if (sketches) steps.push({ score: sketches.score, from: worthFrom.sketches });
  if (signs)
    steps.push(
      { score: signs.score, from: worthFrom.bits },
      { score: signs.scoreFinely, from: worthFrom.fineBits, isNear: signs.isNear, takeRoom: signs.takeRoom },
    );
  if (codes)
    steps.push({
      score: codes.score,
      from: worthFrom.codes,
      isNear: codes.isNear,
      findError: codes.findError,
    });
  return {
    encoders: [signs, codes].filter((stage) => stage !== null),
    sketches,
    steps,
    scoreClosely: codes?.scoreClosely ?? null,
    arrays: { ...signs?.arrays, ...sketches?.arrays, ...codes?.arrays },
  };
};

const createIndex = (
  count: number,
  stages: readonly Step[],
  margins: Margins,
  scoreClosely: ScoreClosely | null,
): RoughIndex => {
  const known = new Map<string, { readonly margins: StageMargins; readonly steps: readonly RoughStep[] }>();
  /** The same object for the same margins. */
  const toSteps = (key: string, found: StageMargins): readonly RoughStep[] => {
    const existing = known.get(key);
    if (existing?.margins === found) return existing.steps;
    const steps = stages.flatMap((stage, index) => {
      const margin = found[index] ?? null;
      return margin === null ? [] : [{ ...stage, margin }];
    });
    known.set(key, { margins: found, steps });
    return steps;
  };
  return {
    count,
    scoreClosely,
    steps: (weights) => {
      const found = margins.now(weights);
      return found === null ? [] : toSteps(keyOfWeights(weights), found);
    },
    prepare: async (weights) => toSteps(keyOfWeights(weights), await margins.measured(weights)),
  };
};
