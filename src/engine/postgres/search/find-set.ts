import type { Filter } from '../../../domain/filter.ts';
import type { SearchQuery } from '../../engine.ts';
import { type ReadField, matchesFilter } from '../../semantics/search/match-filter.ts';
import { selectPins } from '../../semantics/search/order.ts';
import { toUnits } from '../../semantics/search/score.ts';
import { type Queries, joinSql, prepareSql, rawSql, type Sql, sql } from '../../../postgres/sql.ts';
import { type StoredRow, toStorableText } from '../products/stored-row.ts';
import type { CountRows } from './count-rows.ts';
import type { Restrictions } from './filter-sql.ts';
import type { Scoring } from './looks-scoring.ts';

/** A member of a family of a set. */
export type SetRow = Pick<StoredRow, 'identifier' | 'family' | 'values'> & {
  /** 0 for a member without a score, of a family that another one was found by. */
  readonly units: number;
  readonly fuzzied: boolean;
  /** The rung that found it, by its number. */
  readonly rung: number;
};

/** A rung ahead of the query, or the query itself, which is the last one. */
export type Rung = {
  /** Agrees with the source in the fields of this rung. */
  readonly agrees: Sql;
  readonly scoring: Scoring;
  readonly minimumScore: number;
};

type SetFamily = {
  /** The member that represents it. */
  readonly row: SetRow;
  /** All that pass where it was found, itself included. */
  readonly members: readonly SetRow[];
};

export type FamilySet = {
  /** The best families by score alone, pinned ones included. */
  readonly ranked: readonly SetFamily[];
  /** Those that represent them, without the pinned ones. */
  readonly organic: readonly SetRow[];
  readonly pins: readonly { readonly row: SetRow; readonly position: number }[];
};

export type SetOptions = {
  readonly database: Queries;
  readonly table: Sql;
  readonly query: SearchQuery;
  readonly restrictions: Restrictions;
  readonly rungs: readonly Rung[];
  readonly countRows: CountRows;
  /** With at most so many rows to compare, all are compared; otherwise the vector index is asked. */
  readonly exactLimit: number;
};

/** The candidate set: what the first rung finds, then what each further one adds. */
export const findSet = async (options: SetOptions): Promise<FamilySet> => {
  const { query, rungs } = options;
  const ranked: SetFamily[] = [];
  for (const [number, rung] of rungs.entries()) {
    const wanted = query.candidates - ranked.length;
    if (wanted > 0) ranked.push(...(await findRanked(options, rung, number, ranked)));
  }
  return assembleSet(ranked, await findPins(options, ranked));
};

const assembleSet = (ranked: readonly SetFamily[], pins: FamilySet['pins']): FamilySet => {
  const pinned = new Set(pins.map(({ row }) => row.family));
  const organic = ranked.map(({ row }) => row).filter(({ family }) => !pinned.has(family));
  return { ranked, organic, pins };
};

/** Reads the values of a row of a set. */
export type ReadRow = (row: SetRow) => ReadField;

/** The families of a set that were chosen among its facets, each by the best of its members that match. */
export const narrowSet = (set: FamilySet, chosen: Filter | null, readRow: ReadRow): FamilySet => {
  if (chosen === null) return set;
  const matches = (row: SetRow): boolean => matchesFilter(chosen, readRow(row));
  const ranked = set.ranked.flatMap(({ row, members }): SetFamily[] => {
    const matching = members.filter(matches);
    const [best] = matching.includes(row) ? [row] : matching.toSorted(compareRows);
    return best ? [{ row: best, members: matching }] : [];
  });
  return assembleSet(
    ranked.sort((one, other) => compareRows(one.row, other.row)),
    set.pins.filter(({ row }) => matches(row)),
  );
};

const compareRows = (one: SetRow, other: SetRow): number =>
  one.rung - other.rung || other.units - one.units || (one.identifier < other.identifier ? -1 : 1);

type FoundRow = SetRow & { readonly represents: boolean };

/** What a rung looks for: its rows, without families that are there already, and how many of them. */
type RungSearch = Rung & {
  readonly number: number;
  readonly member: Sql;
  readonly isNew: Sql;
  readonly passes: Sql;
  readonly wanted: number;
};

const findRanked = async (
  options: SetOptions,
  rung: Rung,
  number: number,
  before: readonly SetFamily[],
): Promise<SetFamily[]> => {
  const { restrictions, query } = options;
  const { scoring, agrees } = rung;
  const families = before.map(({ row }) => row.family);
  const isNew = families.length === 0 ? sql`true` : sql`family <> ALL(${families}::text[])`;
  const member = sql`${restrictions.visible} AND ${agrees} AND ${restrictions.matches(query.filter)}`;
  const passes = sql`${scoring.candidate} AND ${member} AND ${isNew}`;
  const search: RungSearch = {
    ...rung,
    number,
    member,
    isNew,
    passes,
    wanted: query.candidates - before.length,
  };
  const isLarge = scoring.nearest !== null && (await hasMoreThanLimit(options, rung));
  const rows =
    (isLarge && scoring.nearest ? await rankNearest(options, search, scoring.nearest) : null) ??
    (await rankAll(options, search));
  return joinFamilies(rows);
};

const joinFamilies = (rows: readonly FoundRow[]): SetFamily[] =>
  Array.from(Map.groupBy(rows, ({ family }) => family).values(), (members): SetFamily[] => {
    const row = members.find(({ represents }) => represents);
    return row ? [{ row, members }] : [];
  })
    .flat()
    .sort((one, other) => compareRows(one.row, other.row));

/** Of the rows as built: so the same question is answered in the same way after any live change, and on every node. */
const hasMoreThanLimit = async (
  { query, restrictions, countRows, exactLimit }: SetOptions,
  { agrees }: Rung,
): Promise<boolean> =>
  (await countRows(sql`${restrictions.allowed} AND ${agrees} AND ${restrictions.matches(query.filter)}`)) >
  exactLimit;

/** The best families by their best row in `scored`, with all their members, which `from` has. */
const rankFamilies = ({ wanted, minimumScore, number }: RungSearch, scored: Sql, from: Sql): Sql => sql`
  WITH scored AS MATERIALIZED (${scored}), best AS (
    SELECT best_identifier, best_family FROM (
      SELECT DISTINCT ON (family) identifier AS best_identifier, family AS best_family, units FROM scored
      WHERE units >= ${toUnits(minimumScore)}::int ORDER BY family, units DESC, identifier
    ) AS families ORDER BY units DESC, best_identifier LIMIT ${rawSql(String(wanted))})
  SELECT identifier, family, "values", identifier = best_identifier AS represents,
    COALESCE(units, 0) AS units, COALESCE(fuzzied, false) AS fuzzied, ${rawSql(String(number))} AS rung
  FROM best JOIN ${from} ON family = best_family`;

/** A row with its units: NULL for one without a score. */
const scoreRows = ({ table }: SetOptions, { scoring }: RungSearch, condition: Sql): Sql => sql`
  SELECT identifier, family, "values", CASE WHEN ${scoring.candidate} THEN ${scoring.units} END AS units,
    ${scoring.fuzzied} AS fuzzied FROM ${table} WHERE ${condition}`;

/** Rows that an index finds; the other members of their families are read by the families. */
const rankFound = (options: SetOptions, search: RungSearch, found: Sql): Promise<readonly FoundRow[]> => {
  const members = sql`(${scoreRows(options, search, search.member)}) AS members`;
  return options.database.query<FoundRow>(rankFamilies(search, found, members));
};

/**
 * Compares every row that passes. By looks all members are compared at once, in a statement that connections remember; the plan
 * of one that an index answers depends on its values.
 */
const rankAll = (options: SetOptions, search: RungSearch): Promise<readonly FoundRow[]> => {
  const { scoring, passes, isNew, member } = search;
  if (scoring.nearest === null) return rankFound(options, search, scoreRows(options, search, passes));
  const scored = scoreRows(options, search, sql`${member} AND ${isNew}`);
  return options.database.query<FoundRow>(prepareSql(rankFamilies(search, scored, rawSql('scored'))));
};

const nearestSteps = { rowsPerCandidate: 2, growth: 4, steps: 3 } as const;

/**
 * Asks the vector index for the nearest rows, and for more while they are of too few families. Null when it does not
 * find enough: it gives up after a number of rows (`hnsw.max_scan_tuples`).
 */
const rankNearest = async (options: SetOptions, search: RungSearch, nearest: Sql) => {
  const { passes, scoring, wanted, minimumScore } = search;
  let limit = wanted * nearestSteps.rowsPerCandidate;
  for (let step = 0; step < nearestSteps.steps; step += 1) {
    const scored = sql`
      SELECT identifier, family, ${scoring.units} AS units FROM (
        SELECT identifier, family, features FROM ${options.table} WHERE ${passes}
        ORDER BY ${nearest} LIMIT ${rawSql(String(limit))}) AS nearest`;
    const rows = await rankFound(options, search, scored);
    const ranked = rows.filter(({ represents }) => represents).length;
    // Below the minimum score there is nothing more to find.
    if (ranked >= wanted || (minimumScore > 0 && step > 0)) return rows;
    limit *= nearestSteps.growth;
  }
  return null;
};

/** A pin passes by its own row: it need not agree in `same`, or be alike. The rung that found its family scores it. */
const findPins = async (
  { database, table, query, restrictions, rungs }: SetOptions,
  ranked: readonly SetFamily[],
): Promise<FamilySet['pins']> => {
  const { pins } = query.arrangement;
  if (pins.length === 0) return [];
  const units = rungs.map(
    ({ scoring }) => sql`CASE WHEN ${scoring.candidate} THEN ${scoring.units} ELSE 0 END`,
  );
  const rows = await database.query<Omit<SetRow, 'units' | 'rung'> & { units: number[] }>(sql`
    SELECT identifier, family, "values", ARRAY[${joinSql(units, ', ')}]::int[] AS units, false AS fuzzied
    FROM ${table} WHERE identifier = ANY(${pins.map(({ identifier }) => toStorableText(identifier))}::text[])
      AND ${restrictions.visible} AND ${restrictions.matches(query.filter)}`);
  const rungOf = new Map(ranked.map(({ row }) => [row.family, row.rung]));
  const selected = selectPins(pins, (identifier) => {
    const row = rows.findIndex((each) => each.identifier === toStorableText(identifier));
    return row < 0 ? null : { row, family: rows[row]?.family ?? '' };
  });
  return selected.flatMap(({ row, position }) => {
    const found = rows[row];
    if (!found) return [];
    const rung = rungOf.get(found.family) ?? rungs.length - 1;
    return [{ row: { ...found, rung, units: found.units[rung] ?? 0 }, position }];
  });
};
