import type { SearchQuery } from '../../engine.ts';
import { toUnits } from '../../semantics/search/score.ts';
import { type Pin, selectPins } from '../../semantics/search/order.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { allOf, compileFilter, never, type Predicate } from '../columns/predicate.ts';
import { rowFromKey } from '../ranking/candidate-key.ts';
import type { Candidates } from './candidates.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Restrictions } from '../catalogue/restrictions.ts';
import type { Family, Indexes, Row } from '../rows/rows.ts';

/** Those of family n are `rows[starts[n] … starts[n + 1]]`. */
export type FamilyMembers = { readonly rows: Indexes<Row>; readonly starts: Uint32Array };

/** The best families and the pins of a query, or the part of them that was chosen among the facets. */
export type FamilySet = {
  readonly count: number;
  /** Keys, best first, including pinned families that are among the best. */
  readonly ranked: Float64Array;
  /** Keys, best first, without pinned families. */
  readonly organic: Float64Array;
  readonly pins: readonly Pin[];
  /** Index of the rung that found the family of an organic row; the last rung for other rows. */
  readonly rungOf: (row: Row) => number;
  /** Whether a row passes the restrictions of its family's rung; a pin need not. */
  readonly isEligible: (row: Row) => boolean;
  /** The members that its families carry. `prepareMembers` comes first. */
  members(): FamilyMembers;
  prepareMembers(): Promise<void>;
};

/** One rung of a query: its candidates, and what each of them must pass. */
export type CompiledRung = Pick<SearchQuery, 'minimumScore'> & {
  readonly restrictions: Restrictions;
  readonly candidates: Candidates;
};

/** `rungs`: those ahead of the query, then the query itself. */
export const createFamilySet = async (
  catalogue: Catalogue,
  query: SearchQuery,
  rungs: readonly CompiledRung[],
): Promise<FamilySet> => {
  const { filter } = query;
  const compile = once(() => compileFilter(filter, catalogue.columns));
  const passes = rungs.map(({ restrictions }) => once(() => allOf([restrictions.eligible(), compile()])));
  const { keys, rungOf } = await findKeys(catalogue, query, rungs, passes);
  // All rungs share what a pin must pass.
  const pins = findPassingPins(catalogue, query, () =>
    allOf([...rungs.map(({ restrictions }) => restrictions.pinnable()), compile()]),
  );
  const [only = () => never] = passes;
  const isEligible: Predicate =
    passes.length === 1 ? (row) => only()(row) : (row) => passes[rungOf(row)]?.()(row) ?? false;
  const collect = () => collectMembers(catalogue, keys, pins, isEligible);
  return assembleSet(catalogue, { ranked: keys, pins, rungOf, isEligible }, collect);
};

/** `collect`: the members of the ranked families and of those that only have a pin. */
export const assembleSet = (
  catalogue: Catalogue,
  found: Pick<FamilySet, 'ranked' | 'pins' | 'rungOf' | 'isEligible'>,
  collect: () => Promise<FamilyMembers>,
): FamilySet => {
  const organic = withoutPinned(catalogue, found.ranked, found.pins);
  let members: FamilyMembers | null = null;
  return {
    ranked: found.ranked,
    pins: found.pins,
    rungOf: found.rungOf,
    isEligible: found.isEligible,
    organic,
    count: organic.length + found.pins.length,
    members: () => {
      if (members === null) throw new Error('The members of a set are prepared before they are used.');
      return members;
    },
    prepareMembers: async () => {
      members ??= await collect();
    },
  };
};

/** Makes something when it is needed first. */
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
};

/** By scores alone, apart from pins. */
export const hasPlainOrder = ({ orderBy, arrangement }: SearchQuery): boolean =>
  orderBy.length === 0 && arrangement.boosts.length === 0;

type FoundKeys = { readonly keys: Float64Array; readonly rungOf: (row: Row) => number };

/** The best families of the rungs, one rung after the other, each family once. */
const findKeys = async (
  { rows }: Catalogue,
  { candidates: limit, filter }: SearchQuery,
  rungs: readonly CompiledRung[],
  passes: readonly (() => Predicate)[],
): Promise<FoundKeys> => {
  const last = rungs.length - 1;
  const families = new Map<Family, number>();
  const rungOf =
    last === 0 ? () => 0 : (row: number): number => families.get(rows.familyOf[row] ?? -1) ?? last;
  const pieces: Float64Array[] = [];
  for (const [index, { restrictions, candidates, minimumScore }] of rungs.entries()) {
    if (families.size >= limit) break;
    const narrowed = filter !== null || restrictions.hidesRows;
    const best = await candidates.best(
      passes[index] ?? (() => never),
      limit,
      toUnits(minimumScore),
      narrowed,
      () => JSON.stringify([restrictions.key(), filter]),
    );
    if (last === 0) return { keys: best, rungOf };
    const added = best.filter((key) => !families.has(rows.familyOf[rowFromKey(key)] ?? -1));
    const piece = added.subarray(0, limit - families.size);
    for (const key of piece) families.set(rows.familyOf[rowFromKey(key)] ?? -1, index);
    pieces.push(piece);
  }
  return { keys: Float64Array.from(pieces.flatMap((piece) => [...piece])), rungOf };
};

const findPassingPins = (
  { rows }: Catalogue,
  { arrangement }: SearchQuery,
  findPasses: () => Predicate,
): Pin[] => {
  if (arrangement.pins.length === 0) return [];
  const passes = findPasses();
  return selectPins(arrangement.pins, (identifier) => {
    const row = rows.identifiers.find(identifier);
    return row >= 0 && passes(row) ? { row, family: rows.familyOf[row] ?? -1 } : null;
  });
};

const withoutPinned = ({ rows }: Catalogue, keys: Float64Array, pins: readonly Pin[]): Float64Array => {
  if (pins.length === 0) return keys;
  const pinned = new Set(pins.map((pin) => rows.familyOf[pin.row]));
  return keys.filter((key) => !pinned.has(rows.familyOf[rowFromKey(key)]));
};

/** Families between two looks at the clock. */
const familiesBetweenLooks = 32;

/** A family that is not among the best carries its pin alone. */
const collectMembers = async (
  { rows }: Catalogue,
  ranked: Float64Array,
  pins: readonly Pin[],
  isEligible: (row: Row) => boolean,
): Promise<FamilyMembers> => {
  const pinned = new Map(pins.map(({ row }) => [rows.familyOf[row] ?? 0, row]));
  const slices = createWorkSlices();
  const members: number[] = [];
  const starts = new Uint32Array(ranked.length + pinned.size + 1);
  let families = 0;
  for (; families < ranked.length; families += 1) {
    if (families % familiesBetweenLooks === 0 && slices.isOver()) await slices.next();
    const representative = rowFromKey(ranked[families] ?? 0);
    if (pinned.size === 0 && rows.singles.isSingle[representative] === 1) members.push(representative);
    else addFamily(rows, representative, pinned, isEligible, members);
    starts[families + 1] = members.length;
  }
  for (const row of pinned.values()) starts[(families += 1)] = members.push(row);
  return { rows: new Uint32Array(members), starts: starts.subarray(0, families + 1) };
};

const addFamily = (
  { familyOf, familyStarts, familyRows }: Catalogue['rows'],
  representative: Row,
  pinned: Map<Family, Row>,
  isEligible: (row: Row) => boolean,
  members: number[],
): void => {
  const family = familyOf[representative] ?? 0;
  const pin = pinned.get(family);
  const end = familyStarts[family + 1] ?? 0;
  for (let at = familyStarts[family] ?? 0; at < end; at += 1) {
    const row = familyRows[at] ?? 0;
    if (row === representative || row === pin || isEligible(row)) members.push(row);
  }
  if (pin !== undefined) pinned.delete(family);
};
