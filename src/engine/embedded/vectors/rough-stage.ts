import type { Weights } from '../../../domain/box.ts';
import type { SectionArray, Sections } from '../storage/sections.ts';
import type { SharedMemory } from './code-kernel.ts';

/** The vector of a picture: `stride` floats from `start` on, until the next one is read. */
export type ReadVector = (picture: number) => { readonly floats: Float32Array; readonly start: number };

/** Writes a rough score for each of `pictures[from … to]`, all of them indexed, to `scores` at the same positions. */
export type ScoreRoughly = (
  query: number,
  pictures: Uint32Array,
  from: number,
  to: number,
  weights: Weights,
  scores: Float32Array,
) => void;

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

/** Bytes of a list of numbers and as many results. */
export const batchBytes = roughBatch * 8;

/** WebAssembly addresses 4 GiB. */
export const mostRoughBytes = 2 ** 32 - 65_536;
