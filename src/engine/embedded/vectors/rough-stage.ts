import type { Weights } from '../../../domain/box.ts';
import type { SectionArray, Sections } from '../storage/sections.ts';
import type { SharedMemory } from './code-kernel.ts';
import type { StepRoom } from './step-room.ts';

/** The vector of a picture: `stride` floats from `start` on, until the next one is read. */
export type ReadVector = (picture: number) => { readonly floats: Float32Array; readonly start: number };

/** Where pictures are in a longer list that questions compare again and again: each `list[places[n]]`. */
export type ListPlaces = { readonly list: Uint32Array; readonly places: Uint32Array };

/** Writes a rough score for each of `pictures[from … to]`, all of them indexed, to `scores` at the same positions. */
export type ScoreRoughly = (
  query: number,
  pictures: Uint32Array,
  from: number,
  to: number,
  weights: Weights,
  scores: Float32Array,
  /** Null or left out: unknown. */
  origin?: ListPlaces | null,
) => void;

/**
 * Writes the scores of up to `roughBatch` indexed pictures as closely as codes can tell, and returns by how much one may be
 * wrong, all but certainly.
 */
export type ScoreClosely = (
  query: number,
  pictures: Uint32Array,
  weights: Weights,
  scores: Float32Array,
) => number;

/** By how much scores of the step by codes may be wrong, all but certainly. */
export type FindError = (query: number, pictures: Uint32Array, weights: Weights) => number;

/** Whether rows of this list lie side by side: then comparing all of them takes less time than with rougher steps before it. */
export type IsNear = (pictures: Uint32Array) => boolean;

/** Room where scores of this list are written at once; null: there is none, or another question has it. */
export type TakeRoom = (pictures: Uint32Array) => StepRoom | null;

/** A form of vectors that is smaller than the vectors: quicker to compare, and less exact. */
export type RoughStage = {
  /** Adds the picture of this number. */
  encode(picture: number, floats: Float32Array, start: number): void;
  readonly score: ScoreRoughly;
  /** What is needed to score, for the file of a version. */
  readonly arrays: Readonly<Record<string, SectionArray>>;
};

/** Arrays of a version's file in memory that threads share, and where this thread may write while it compares. */
export type StoredArrays = {
  readonly arrays: Sections;
  readonly memory: SharedMemory;
  readonly scratch: number;
};

/** Pictures in one call of the kernel. */
export const roughBatch = 4096;
