import type { Filter } from '../../../domain/filter.ts';
import type { SearchQuery } from '../../engine.ts';
import { toUnits } from '../../semantics/search/score.ts';
import { type Pin, selectPins } from '../../semantics/search/families.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { allOf, compileFilter, never, type Predicate } from '../columns/predicate.ts';
import { rowFromKey } from '../ranking/candidate-key.ts';
import type { Candidates } from './candidates.ts';
import type { Catalogue } from './catalogue.ts';
import type { Restrictions } from './restrictions.ts';

/** Those of family n are `rows[starts[n] … starts[n + 1]]`. `areAlone`: each family has one. */
export type FamilyMembers = {
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
  readonly areAlone: boolean;
};

/** S(filter): the best families under one filter, and the pins that pass it. */
export type FamilySet = {
  readonly count: number;
  /** Keys, best first, including pinned families that are among the best. */
  readonly ranked: Float64Array;
  /** Keys, best first, without pinned families. */
  readonly organic: Float64Array;
  readonly pins: readonly Pin[];
  /** Index of the rung that found the family of an organic row; the last rung for other rows. */
  readonly rungOf: (row: number) => number;
  /** Members whose values count for facets. `prepareMembers` comes first. */
  members(): FamilyMembers;
  prepareMembers(): Promise<void>;
};

/** One rung of a query: its candidates, and what each of them must pass. */
export type CompiledRung = { readonly restrictions: Restrictions; readonly candidates: Candidates };

/** `rungs`: those ahead of the query, then the query itself. */
export const createFamilySet = async (
  catalogue: Catalogue,
  query: SearchQuery,
  rungs: readonly CompiledRung[],
  filter: Filter | null,
): Promise<FamilySet> => {
  const compile = once(() => compileFilter(filter, catalogue.columns));
  const passes = rungs.map(({ restrictions }) => once(() => allOf([restrictions.eligible, compile()])));
  const { keys, rungOf } = await findKeys(catalogue, query, rungs, passes, filter);
  // All rungs share what a pin must pass.
  const pinnable = rungs.map(({ restrictions }) => restrictions.pinnable);
  const pins = findPassingPins(catalogue, query, () => allOf([...pinnable, compile()]));
  const organic = withoutPinned(catalogue, keys, pins);
  const representatives = listRepresentatives(organic, pins);
  let members: FamilyMembers | null = null;
  return {
    count: representatives.length,
    ranked: keys,
    organic,
    pins,
    rungOf,
    members: () => {
      if (members === null) throw new Error('The members of a set are prepared before they are used.');
      return members;
    },
    prepareMembers: async () => {
      members ??= await collectMembers(
        catalogue,
        representatives,
        (row) => passes[rungOf(row)]?.() ?? (() => false),
      );
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

type FoundKeys = { readonly keys: Float64Array; readonly rungOf: (row: number) => number };

/** The best families of the rungs, one rung after the other, each family once. */
const findKeys = async (
  { rows }: Catalogue,
  { candidates: limit, minimumScore }: SearchQuery,
  rungs: readonly CompiledRung[],
  passes: readonly (() => Predicate)[],
  filter: Filter | null,
): Promise<FoundKeys> => {
  const last = rungs.length - 1;
  const families = new Map<number, number>();
  const rungOf =
    last === 0 ? () => 0 : (row: number): number => families.get(rows.familyOf[row] ?? -1) ?? last;
  const pieces: Float64Array[] = [];
  for (const [index, { restrictions, candidates }] of rungs.entries()) {
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

const listRepresentatives = (organic: Float64Array, pins: readonly Pin[]): Uint32Array => {
  const rows = new Uint32Array(organic.length + pins.length);
  for (let place = 0; place < organic.length; place += 1) rows[place] = rowFromKey(organic[place] ?? 0);
  pins.forEach(({ row }, place) => {
    rows[organic.length + place] = row;
  });
  return rows;
};

/** Families between two looks at the clock. */
const familiesBetweenLooks = 32;

const collectMembers = async (
  { rows }: Catalogue,
  representatives: Uint32Array,
  findPredicate: (representative: number) => Predicate,
): Promise<FamilyMembers> => {
  const count = countMembers(rows, representatives);
  if (count === representatives.length)
    return { rows: representatives, starts: countUp(count + 1), areAlone: true };
  const slices = createWorkSlices();
  const members = new Uint32Array(count);
  const starts = new Uint32Array(representatives.length + 1);
  let size = 0;
  for (let place = 0; place < representatives.length; place += 1) {
    if (place > 0 && place % familiesBetweenLooks === 0 && slices.isOver()) await slices.next();
    const representative = representatives[place] ?? 0;
    const family = rows.familyOf[representative] ?? 0;
    const start = rows.familyStarts[family] ?? 0;
    const end = rows.familyStarts[family + 1] ?? 0;
    if (end - start === 1) members[size++] = representative;
    else {
      const passes = findPredicate(representative);
      for (let at = start; at < end; at += 1) {
        const row = rows.familyRows[at] ?? 0;
        // A pin represents its family even when it does not pass what organic members must.
        if (row === representative || passes(row)) members[size++] = row;
      }
    }
    starts[place + 1] = size;
  }
  return { rows: members.subarray(0, size), starts, areAlone: false };
};

let numbers = new Uint32Array(0);

/** 0, 1, 2 and so on. */
const countUp = (length: number): Uint32Array => {
  if (numbers.length < length) numbers = Uint32Array.from({ length: length * 2 }, (_, at) => at);
  return numbers.subarray(0, length);
};

/** With those that do not pass. */
const countMembers = (
  { familyOf, familyStarts, size }: Catalogue['rows'],
  representatives: Uint32Array,
): number => {
  // Without variants nothing of the families of these rows is read.
  if (familyStarts.length - 1 === size && areAllAlone(familyStarts)) return representatives.length;
  let count = 0;
  for (let place = 0; place < representatives.length; place += 1) {
    const family = familyOf[representatives[place] ?? 0] ?? 0;
    count += (familyStarts[family + 1] ?? 0) - (familyStarts[family] ?? 0);
  }
  return count;
};

const knownAlone = new WeakMap<Uint32Array, boolean>();

/** Whether each family has one row. Live changes may leave families without rows: as many families as rows say nothing. */
const areAllAlone = (familyStarts: Uint32Array): boolean => {
  const known = knownAlone.get(familyStarts);
  if (known !== undefined) return known;
  let family = 0;
  while (family < familyStarts.length && familyStarts[family] === family) family += 1;
  const areAlone = family === familyStarts.length;
  knownAlone.set(familyStarts, areAlone);
  return areAlone;
};
