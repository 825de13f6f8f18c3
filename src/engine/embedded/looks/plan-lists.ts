import type { Weights } from '../../../domain/box.ts';
import type { NeighbourPlan, Question } from '../../engine.ts';
import type { ArrayOrPieces, Sections } from '../storage/sections.ts';

/**
 * Ready look-alikes of one plan. The list of a row holds the best looks of other families that fit the plan,
 * best first: by score, then by the first row of the look that fits. It ends where the last family that is wanted
 * appears, so that nothing behind its end decides where it ends.
 */
export type PlanLists = {
  readonly plan: NeighbourPlan;
  /** List of each row; -1 for a row without looks. Rows that ask the same share one. */
  readonly listOf: Int32Array;
  readonly starts: Uint32Array;
  readonly looks: Uint32Array;
  /** Scores in millionths, beside `looks`. */
  readonly units: Uint32Array;
  /** 1: the list holds every look that fits; 0: it was cut. */
  readonly complete: Uint8Array;
  /** Looks that live changes touched: where they stand in lists means nothing, they are compared when asked. */
  readonly changedLooks: ReadonlySet<number>;
};

/** As they are written: what is long comes in pieces. */
export type ListArrays = Pick<PlanLists, 'listOf' | 'starts' | 'complete'> & {
  readonly looks: readonly Uint32Array[];
  readonly units: readonly Uint32Array[];
};

/** Arrays of all plans; those of the n-th start with `n.`. */
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
    fresh: new Set(),
  }));

/** How well a plan fits a question: `exactly`, `wider` (it restricts less, so its lists can be filtered), or not. */
export type PlanMatch = { readonly lists: PlanLists; readonly fit: 'exactly' | 'wider' };

export const findPlanMatch = (
  plans: readonly PlanLists[],
  weights: Weights,
  question: Pick<Question, 'same' | 'exclude'>,
): PlanMatch | null => {
  const weighted = plans.filter(({ plan }) => hasSameRatio(plan.weights, weights));
  const exact = weighted.find(({ plan }) => matchPlan(plan, question) === 'exactly');
  if (exact) return { lists: exact, fit: 'exactly' };
  const wider = weighted.find(({ plan }) => matchPlan(plan, question) === 'wider');
  return wider ? { lists: wider, fit: 'wider' } : null;
};

const hasSameRatio = (a: Weights, b: Weights): boolean =>
  a.looks / (a.looks + a.colour) === b.looks / (b.looks + b.colour);

const matchPlan = (
  plan: NeighbourPlan,
  question: Pick<Question, 'same' | 'exclude'>,
): PlanMatch['fit'] | null => {
  const gate = matchPart(
    plan.same.fields.length === 0,
    comparableText(plan.same),
    comparableText(question.same),
  );
  const exclusion = matchPart(
    plan.exclude === null,
    comparableText(plan.exclude),
    comparableText(question.exclude),
  );
  if (gate === null || exclusion === null) return null;
  return gate === 'exactly' && exclusion === 'exactly' ? 'exactly' : 'wider';
};

const matchPart = (open: boolean, plan: string, question: string): PlanMatch['fit'] | null =>
  plan === question ? 'exactly' : open ? 'wider' : null;

/** Of one field or none, both modes demand the same. */
const comparableText = (value: unknown): string =>
  JSON.stringify(isSameRule(value) && value.fields.length < 2 ? value.fields : value);

const isSameRule = (value: unknown): value is NeighbourPlan['same'] =>
  typeof value === 'object' && value !== null && 'fields' in value && Array.isArray(value.fields);
