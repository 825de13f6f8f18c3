import type { Rows } from '../rows/rows.ts';
import { rowFromKey, unitsFromKey } from '../ranking/candidate-key.ts';
import type { FindFamilyPrefix } from './family-prefix.ts';
import type { ListArrays, ReserveArrays } from './plan-lists.ts';
import type { ListDepth } from './previous-lists.ts';

/** Some lists, one after the other, in the form in which they are written to disk. */
type PackedLists = {
  readonly lengths: Uint32Array;
  readonly looks: Uint32Array;
  readonly units: Uint32Array;
  /** 1: the list has every candidate. */
  readonly complete: Uint8Array;
};

/** A list and its reserve go to different files. */
export type ListPiece = { readonly list: PackedLists; readonly reserve: PackedLists };

/** `lists`: with their reserves. `totals`: how many candidates of other families there are for each. */
export const packPiece = (
  lists: readonly Float64Array[],
  totals: Uint32Array,
  rows: Rows,
  depth: ListDepth,
  findFamilyPrefix: FindFamilyPrefix,
): ListPiece => {
  const ends = lists.map((keys) => findFamilyPrefix(keys, depth.list).length);
  const isTotal = (length: number | undefined, at: number): number => (length === totals[at] ? 1 : 0);
  return {
    list: {
      ...packKeys(
        rows,
        lists.map((keys, at) => keys.subarray(0, ends[at])),
      ),
      complete: Uint8Array.from(ends, isTotal),
    },
    reserve: {
      ...packKeys(
        rows,
        lists.map((keys, at) => keys.subarray(ends[at])),
      ),
      complete: Uint8Array.from(lists, ({ length }, at) => isTotal(length, at)),
    },
  };
};

const packKeys = (rows: Rows, lists: readonly Float64Array[]): Omit<PackedLists, 'complete'> => {
  const lengths = Uint32Array.from(lists, ({ length }) => length);
  const looks = new Uint32Array(lengths.reduce((sum, length) => sum + length, 0));
  const units = new Uint32Array(looks.length);
  let end = 0;
  for (const keys of lists) {
    for (const key of keys) {
      looks[end] = rows.lookOf[rowFromKey(key)] ?? 0;
      units[end] = unitsFromKey(key);
      end += 1;
    }
  }
  return { lengths, looks, units };
};

/** Pieces are not copied into one array: the lists of a large catalogue are in memory only once. */
export const joinPieces = (
  listOf: Int32Array,
  pieces: readonly ListPiece[],
): { readonly lists: ListArrays; readonly reserve: ReserveArrays } => {
  const { complete, ...lists } = joinParts(pieces.map(({ list }) => list));
  const { complete: whole, ...reserve } = joinParts(pieces.map(({ reserve: part }) => part));
  return { lists: { listOf, ...lists, complete }, reserve: { ...reserve, whole } };
};

const joinParts = (parts: readonly PackedLists[]) => {
  const count = parts.reduce((sum, { lengths }) => sum + lengths.length, 0);
  const starts = new Uint32Array(count + 1);
  const complete = new Uint8Array(count);
  let list = 0;
  for (const part of parts) {
    complete.set(part.complete, list);
    for (const length of part.lengths) {
      starts[list + 1] = (starts[list] ?? 0) + length;
      list += 1;
    }
  }
  return { starts, looks: parts.map(({ looks }) => looks), units: parts.map(({ units }) => units), complete };
};
