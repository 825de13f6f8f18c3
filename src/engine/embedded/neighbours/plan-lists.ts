import type { Weights } from '../../../domain/box.ts';
import type { Filter } from '../../../domain/filter.ts';
import type { NeighbourPlan, SearchQuery } from '../../engine.ts';
import { sumWeights } from '../../semantics/search/score.ts';
import { type FileOnDisk, findSection, readSection } from '../storage/load-version.ts';
import type { ArrayOrStored, StoredArray } from '../storage/sections.ts';
import type { Indexes, ListIndex, Look, OptionalIndexes } from '../rows/rows.ts';

/**
 * Precomputed look-alikes of one plan. The list of a row has the best looks of other families that match the plan,
 * best first: by score, then by the first matching row of the look. It ends with the first look of the last family that
 * is wanted, so its end does not depend on anything behind it.
 */
export type PlanLists = {
  readonly plan: NeighbourPlan;
  /** List of each row; -1 for a row without a picture. Rows with the same look and the same demands share one. */
  readonly listOf: OptionalIndexes<ListIndex>;
  /** List n has the entries from `starts[n]` to `starts[n + 1]`. */
  readonly starts: Uint32Array;
  /** The entries of a list, from the file of the version; they may change at the next call. */
  readonly read: (list: ListIndex) => ListEntries;
  /** 1: the list has every look that matches; 0: it was cut. */
  readonly complete: Uint8Array;
  /** Looks that live changes touched: their entries in lists are not valid, they are compared at each request. */
  readonly changedLooks: ReadonlySet<Look>;
};

/** Looks, best first, and their scores in millionths. */
export type ListEntries = { readonly looks: Indexes<Look>; readonly units: Uint32Array };

/** As they are written to disk. */
export type ListArrays = Pick<PlanLists, 'listOf' | 'starts' | 'complete'> & {
  readonly looks: StoredArray;
  readonly units: StoredArray;
};

/** Arrays of all plans; the names of the n-th plan's arrays start with `n.`. */
export const packByPlan = (
  plans: readonly Readonly<Record<string, ArrayOrStored>>[],
): Record<string, ArrayOrStored> =>
  Object.fromEntries(
    plans.flatMap((lists, index) =>
      Object.entries(lists).map(([name, array]) => [`${index}.${name}`, array]),
    ),
  );

/** Entries stay in the file: a question needs those of one list. */
export const openPlanLists = (file: FileOnDisk, plans: readonly NeighbourPlan[]): Promise<PlanLists[]> =>
  Promise.all(
    plans.map(async (plan, index) => {
      const starts = await readSection(file, `${index}.starts`, 'u32');
      const readLooks = createNumberReader(file, `${index}.looks`);
      const readUnits = createNumberReader(file, `${index}.units`);
      return {
        plan,
        listOf: await readSection(file, `${index}.listOf`, 'i32'),
        starts,
        read: (list: ListIndex): ListEntries => {
          const [start, end] = [starts[list] ?? 0, starts[list + 1] ?? 0];
          return { looks: readLooks(start, end), units: readUnits(start, end) };
        },
        complete: await readSection(file, `${index}.complete`, 'u8'),
        changedLooks: new Set<Look>(),
      };
    }),
  );

/** Reads numbers of one array, always into the same memory where it is large enough; the same ones only once. */
const createNumberReader = (onDisk: FileOnDisk, name: string) => {
  const { offset } = findSection(onDisk, name);
  let memory = new Uint32Array(0);
  let numbers = memory;
  let first = -1;
  return (start: number, end: number): Uint32Array => {
    const length = end - start;
    if (start === first && numbers.length === length) return numbers;
    // Nothing is believed to be there after a read that failed.
    first = -1;
    if (memory.length < length) memory = new Uint32Array(2 * length);
    numbers = memory.subarray(0, length);
    const bytes = new Uint8Array(memory.buffer, 0, numbers.byteLength);
    onDisk.file.readNow(bytes, offset + start * numbers.BYTES_PER_ELEMENT);
    first = start;
    return numbers;
  };
};

/** How a plan matches a question: `exactly`, or `wider` (it restricts less, so its lists have to be filtered). */
type PlanMatch = { readonly lists: PlanLists; readonly fit: 'exactly' | 'wider' };

export const findPlanMatch = (
  plans: readonly PlanLists[],
  weights: Weights,
  question: Pick<SearchQuery, 'same' | 'exclude'>,
): PlanMatch | null => {
  const weighted = plans.filter(({ plan }) => hasSameRatio(plan.weights, weights));
  const exact = weighted.find(({ plan }) => matchPlan(plan, question) === 'exactly');
  if (exact) return { lists: exact, fit: 'exactly' };
  const wider = weighted.find(({ plan }) => matchPlan(plan, question) === 'wider');
  return wider ? { lists: wider, fit: 'wider' } : null;
};

const hasSameRatio = (a: Weights, b: Weights): boolean =>
  a.looks / sumWeights(a) === b.looks / sumWeights(b) &&
  Math.sign(a.colour) === Math.sign(b.colour) &&
  (a.title ?? 0) / sumWeights(a) === (b.title ?? 0) / sumWeights(b);

const matchPlan = (
  { same, exclude }: NeighbourPlan,
  question: Pick<SearchQuery, 'same' | 'exclude'>,
): PlanMatch['fit'] | null => {
  const gate = matchPart(same.fields.length === 0, isSameRule(same, question.same));
  const exclusion = matchPart(exclude === null, isSameFilter(exclude, question.exclude));
  if (gate === null || exclusion === null) return null;
  return gate === 'exactly' && exclusion === 'exactly' ? 'exactly' : 'wider';
};

const matchPart = (isOpen: boolean, isSame: boolean): PlanMatch['fit'] | null =>
  isSame ? 'exactly' : isOpen ? 'wider' : null;

type Same = NeighbourPlan['same'];

/** With one field or none, both modes mean the same. */
const isSameRule = (a: Same, b: Same): boolean =>
  a.fields.length === b.fields.length &&
  a.fields.every((field, at) => field === b.fields[at]) &&
  (a.mode === b.mode || a.fields.length < 2);

const isSameFilter = (a: Filter | null, b: Filter | null): boolean =>
  a === b || (a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b));
