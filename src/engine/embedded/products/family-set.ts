import type { Filter } from '../../../domain/filter.ts';
import type { SearchQuery } from '../../engine.ts';
import { toUnits } from '../../score.ts';
import { allOf, compileFilter, type Predicate } from '../columns/predicate.ts';
import { rowFromKey } from '../looks/candidate-key.ts';
import type { Candidates } from './candidates.ts';
import type { Catalogue } from './catalogue.ts';
import type { Restrictions } from './restrictions.ts';

export type Pin = { readonly row: number; readonly position: number };

/** S(filter): the best families under one filter, and the pins that pass it. */
export type FamilySet = {
  readonly count: number;
  /** Best first, the families that are pinned included where they are among the best. */
  readonly ranked: Float64Array;
  /** Best first, without the families that are pinned. */
  readonly organic: Float64Array;
  readonly pins: readonly Pin[];
  /** Members that carry the set's facet values, those of family n at `memberStarts[n] … memberStarts[n + 1]`. */
  members(): { readonly rows: readonly number[]; readonly starts: readonly number[] };
};

export const createFamilySet = (
  catalogue: Catalogue,
  question: SearchQuery,
  restrictions: Restrictions,
  candidates: Candidates,
  filter: Filter | null,
): FamilySet => {
  const asked = compileFilter(filter, catalogue.columns);
  const passes = allOf([restrictions.eligible, asked]);
  const narrowed = filter !== null || restrictions.hidesRows;
  const minimumUnits = toUnits(question.minimumScore);
  const keys =
    question.candidates === 0
      ? new Float64Array(0)
      : candidates.best(passes, question.candidates, minimumUnits, narrowed);
  const pins = passingPins(catalogue, question, allOf([restrictions.pinnable, asked]));
  const organic = withoutPinned(catalogue, keys, pins);
  const representatives = [...Array.from(organic, rowFromKey), ...pins.map((pin) => pin.row)];
  return {
    count: representatives.length,
    ranked: keys,
    organic,
    pins,
    members: once(() => membersOf(catalogue, representatives, passes)),
  };
};

/** One pin for each family: the one that stands first. */
const passingPins = ({ rows }: Catalogue, { arrangement }: SearchQuery, passes: Predicate): Pin[] => {
  const pins = new Map<number, Pin>();
  for (const { identifier, position } of [...arrangement.pins].sort((a, b) => a.position - b.position)) {
    const row = rows.identifiers.find(identifier);
    const family = rows.familyOf[row] ?? -1;
    if (row >= 0 && passes(row) && !pins.has(family)) pins.set(family, { row, position });
  }
  return [...pins.values()];
};

const withoutPinned = ({ rows }: Catalogue, keys: Float64Array, pins: readonly Pin[]): Float64Array => {
  if (pins.length === 0) return keys;
  const pinned = new Set(pins.map((pin) => rows.familyOf[pin.row]));
  return keys.filter((key) => !pinned.has(rows.familyOf[rowFromKey(key)]));
};

const membersOf = ({ rows }: Catalogue, representatives: readonly number[], passes: Predicate) => {
  const members: number[] = [];
  const starts = [0];
  for (const representative of representatives) {
    const family = rows.familyOf[representative] ?? 0;
    const end = rows.familyStarts[family + 1] ?? 0;
    for (let at = rows.familyStarts[family] ?? 0; at < end; at += 1) {
      const row = rows.familyRows[at] ?? 0;
      // The representative is asked first: a pin need not pass what organic members must.
      if (row === representative || passes(row)) members.push(row);
    }
    starts.push(members.length);
  }
  return { rows: members, starts };
};

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
};
