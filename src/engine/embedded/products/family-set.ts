import type { Filter } from '../../../domain/filter.ts';
import type { SearchQuery } from '../../engine.ts';
import { toUnits } from '../../semantics/search/score.ts';
import { type Pin, selectPins } from '../../semantics/search/families.ts';
import { allOf, compileFilter, type Predicate } from '../columns/predicate.ts';
import { rowFromKey } from '../ranking/candidate-key.ts';
import type { Candidates } from './candidates.ts';
import type { Catalogue } from './catalogue.ts';
import type { Restrictions } from './restrictions.ts';

/** S(filter): the best families under one filter, and the pins that pass it. */
export type FamilySet = {
  readonly count: number;
  /** Keys, best first, including pinned families that are among the best. */
  readonly ranked: Float64Array;
  /** Keys, best first, without pinned families. */
  readonly organic: Float64Array;
  readonly pins: readonly Pin[];
  /** Members whose values count for facets; those of family n are `rows[starts[n] … starts[n + 1]]`. */
  members(): { readonly rows: readonly number[]; readonly starts: readonly number[] };
};

export const createFamilySet = async (
  catalogue: Catalogue,
  query: SearchQuery,
  restrictions: Restrictions,
  candidates: Candidates,
  filter: Filter | null,
): Promise<FamilySet> => {
  const matchesFilter = compileFilter(filter, catalogue.columns);
  const passes = allOf([restrictions.eligible, matchesFilter]);
  const narrowed = filter !== null || restrictions.hidesRows;
  const minimumUnits = toUnits(query.minimumScore);
  const keys =
    query.candidates === 0
      ? new Float64Array(0)
      : await candidates.best(passes, query.candidates, minimumUnits, narrowed);
  const pins = findPassingPins(catalogue, query, allOf([restrictions.pinnable, matchesFilter]));
  const organic = withoutPinned(catalogue, keys, pins);
  const representatives = [...Array.from(organic, rowFromKey), ...pins.map((pin) => pin.row)];
  return {
    count: representatives.length,
    ranked: keys,
    organic,
    pins,
    members: lazy(() => collectMembers(catalogue, representatives, passes)),
  };
};

const findPassingPins = ({ rows }: Catalogue, { arrangement }: SearchQuery, passes: Predicate): Pin[] =>
  selectPins(arrangement.pins, (identifier) => {
    const row = rows.identifiers.find(identifier);
    return row >= 0 && passes(row) ? { row, family: rows.familyOf[row] ?? -1 } : null;
  });

const withoutPinned = ({ rows }: Catalogue, keys: Float64Array, pins: readonly Pin[]): Float64Array => {
  if (pins.length === 0) return keys;
  const pinned = new Set(pins.map((pin) => rows.familyOf[pin.row]));
  return keys.filter((key) => !pinned.has(rows.familyOf[rowFromKey(key)]));
};

const collectMembers = ({ rows }: Catalogue, representatives: readonly number[], passes: Predicate) => {
  const members: number[] = [];
  const starts = [0];
  for (const representative of representatives) {
    const family = rows.familyOf[representative] ?? 0;
    const end = rows.familyStarts[family + 1] ?? 0;
    for (let at = rows.familyStarts[family] ?? 0; at < end; at += 1) {
      const row = rows.familyRows[at] ?? 0;
      // A pin represents its family even when it does not pass what organic members must.
      if (row === representative || passes(row)) members.push(row);
    }
    starts.push(members.length);
  }
  return { rows: members, starts };
};

const lazy = <T>(create: () => T): (() => T) => {
  let created: { value: T } | null = null;
  return () => (created ??= { value: create() }).value;
};
