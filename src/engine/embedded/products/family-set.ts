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

/** The best families and the pins of a query, or the part of them that was chosen among the facets. */
export type FamilySet = {
  readonly count: number;
  /** Keys, best first, including pinned families that are among the best. */
  readonly ranked: Float64Array;
  /** Keys, best first, without pinned families. */
  readonly organic: Float64Array;
  readonly pins: readonly Pin[];
  /** Index of the rung that found the family of an organic row; the last rung for other rows. */
  readonly rungOf: (row: number) => number;
  /** Whether a row passes the restrictions of its family's rung; a pin need not. */
  readonly isEligible: (row: number) => boolean;
  /** The members that its families carry. `prepareMembers` comes first. */
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
): Promise<FamilySet> => {
  const { filter } = query;
  const compile = once(() => compileFilter(filter, catalogue.columns));
  const passes = rungs.map(({ restrictions }) => once(() => allOf([restrictions.eligible, compile()])));
  const { keys, rungOf } = await findKeys(catalogue, query, rungs, passes);
  // All rungs share what a pin must pass.
  const pinnable = rungs.map(({ restrictions }) => restrictions.pinnable);
  const pins = findPassingPins(catalogue, query, () => allOf([...pinnable, compile()]));
  const isEligible = (row: number): boolean => passes[rungOf(row)]?.()(row) ?? false;
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
    ...found,
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

type FoundKeys = { readonly keys: Float64Array; readonly rungOf: (row: number) => number };

/** The best families of the rungs, one rung after the other, each family once. */
const findKeys = async (
  { rows }: Catalogue,
  { candidates: limit, minimumScore, filter }: SearchQuery,
  rungs: readonly CompiledRung[],
  passes: readonly (() => Predicate)[],
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

/** Families between two looks at the clock. */
const familiesBetweenLooks = 32;

/** A family that is not among the best carries its pin alone. */
const collectMembers = async (
  { rows }: Catalogue,
  ranked: Float64Array,
  pins: readonly Pin[],
  isEligible: (row: number) => boolean,
): Promise<FamilyMembers> => {
  const pinned = new Map(pins.map(({ row }) => [rows.familyOf[row] ?? 0, row]));
  const representatives = Uint32Array.from(ranked, rowFromKey);
  const count = countMembers(rows, representatives);
  if (count === ranked.length && pins.length === 0)
    return { rows: representatives, starts: countUp(count + 1), areAlone: true };
  const slices = createWorkSlices();
  const members: number[] = [];
  const starts = [0];
  for (let place = 0; place < representatives.length; place += 1) {
    if (place > 0 && place % familiesBetweenLooks === 0 && slices.isOver()) await slices.next();
    const representative = representatives[place] ?? 0;
    const family = rows.familyOf[representative] ?? 0;
    const pin = pinned.get(family);
    for (const row of listFamily(rows, family))
      if (row === representative || row === pin || isEligible(row)) members.push(row);
    pinned.delete(family);
    starts.push(members.length);
  }
  for (const row of pinned.values()) {
    members.push(row);
    starts.push(members.length);
  }
  return { rows: Uint32Array.from(members), starts: Uint32Array.from(starts), areAlone: false };
};

const listFamily = ({ familyStarts, familyRows }: Catalogue['rows'], family: number): Uint32Array =>
  familyRows.subarray(familyStarts[family], familyStarts[family + 1]);

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
