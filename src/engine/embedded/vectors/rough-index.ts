import type { Weights } from '../../../domain/box.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { codedBytes, createCodeStage } from './code-stage.ts';
import { measureMargins } from './measure-margins.ts';
import { mostRoughBytes, type ReadVector, type ScoreRoughly } from './rough-stage.ts';
import { createSignStage, mostSigns } from './sign-stage.ts';
import { createSparsePart } from './sparse-part.ts';
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

/** Pictures between two looks at the clock. */
const picturesPerCheck = 16;

/** In slices, beside requests. */
export const createRoughIndex = async (
  shape: VectorShape,
  count: number,
  read: ReadVector,
): Promise<RoughIndex> => {
  const slices = createWorkSlices();
  const title = createSparsePart(titleOffset(shape), shape.title ?? 0, count);
  const hasSigns = Math.max(shape.looks, shape.colour) <= mostSigns;
  const hasCodes = codedBytes(shape) * (count + 1) < mostRoughBytes / 2;
  const stages = [
    ...(hasSigns ? [createSignStage(shape, count, read, title)] : []),
    ...(hasCodes ? [createCodeStage(shape, count, read, title)] : []),
  ];
  for (let picture = 0; picture < count; picture += 1) {
    if (picture % picturesPerCheck === 0 && slices.isOver()) await slices.next();
    const { floats, start } = read(picture);
    for (const stage of stages) stage.encode(picture, floats, start);
    title.add(floats, start);
  }
  const known = new Map<
    string,
    { steps: readonly RoughStep[]; readonly ready: Promise<readonly RoughStep[]> }
  >();
  const measure = async (weights: Weights): Promise<readonly RoughStep[]> => {
    const margins = await measureMargins(shape, count, read, stages, weights, createWorkSlices());
    return stages.flatMap(({ score }, index) => {
      const margin = margins[index] ?? null;
      return margin === null ? [] : [{ score, margin }];
    });
  };
  const find = (weights: Weights) => {
    const key = `${weights.looks} ${weights.colour} ${weights.title ?? 0}`;
    const existing = known.get(key);
    if (existing) return existing;
    const entry = { steps: [] as readonly RoughStep[], ready: measure(weights) };
    known.set(key, entry);
    entry.ready.then(
      (steps) => (entry.steps = steps),
      () => known.delete(key),
    );
    return entry;
  };
  return { count, steps: (weights) => find(weights).steps, prepare: (weights) => find(weights).ready };
};
