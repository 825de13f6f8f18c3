import type { Weights } from '../../../domain/box.ts';
import type { Filter } from '../../../domain/filter.ts';
import type { NeighbourPlan, SearchQuery } from '../../engine.ts';
import { sumWeights } from '../../semantics/search/score.ts';
import type { ArrayOrPieces, Sections } from '../storage/sections.ts';

/**
 * Precomputed look-alikes of one plan. The list of a row has the best looks of other families that match the plan,
 * best first: by score, then by the first matching row of the look. It ends with the first look of the last family that
 * is wanted, so its end does not depend on anything behind it.
 */
export type PlanLists = {
  readonly plan: NeighbourPlan;
  /** List of each row; -1 for a row without a picture. Rows with the same look and the same demands share one. */
  readonly listOf: Int32Array;
  readonly starts: Uint32Array;
  readonly looks: Uint32Array;
  /** Scores in millionths, beside `looks`. */
  readonly units: Uint32Array;
  /** 1: the list has every look that matches; 0: it was cut. */
  readonly complete: Uint8Array;
  /** Looks that live changes touched: their entries in lists are not valid, they are compared at each request. */
  readonly changedLooks: ReadonlySet<number>;
};

/** As they are written to disk: long arrays in pieces. */
export type ListArrays = Pick<PlanLists, 'listOf' | 'starts' | 'complete'> & {
  readonly looks: readonly Uint32Array[];
  readonly units: readonly Uint32Array[];
};

/** Arrays of all plans; the names of the n-th plan's arrays start with `n.`. */
export const packByPlan = (
  plans: readonly Readonly<Record<string, ArrayOrPieces>>[],
): Record<string, ArrayOrPieces> =>
  Object.fromEntries(
    plans.flatMap((lists, index) =>
      Object.entries(lists).map(([name, array]) => [`${index}.${name}`, array]),
    ),
  );

export const readPlanLists = (sections: Sections, plans: readonly NeighbourPlan[]): PlanLists[] =>
  plans.map((plan, index) => ({
    plan,
    listOf: sections.get(`${index}.listOf`, 'i32'),
    starts: sections.get(`${index}.starts`, 'u32'),
    looks: sections.get(`${index}.looks`, 'u32'),
    units: sections.get(`${index}.units`, 'u32'),
    complete: sections.get(`${index}.complete`, 'u8'),
    changedLooks: new Set(),
  }));

/** How a plan matches a question: `exactly`, or `wider` (it restricts less, so its lists have to be filtered). */
export type PlanMatch = { readonly lists: PlanLists; readonly fit: 'exactly' | 'wider' };

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
