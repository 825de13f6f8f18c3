import type { Filter } from '../../../domain/filter.ts';
import type { SearchQuery } from '../../engine.ts';
import { selectPins } from '../../semantics/search/order.ts';
import { toUnits } from '../../semantics/search/score.ts';
import { type Queries, joinSql, type Sql, sql } from '../../../postgres/sql.ts';
import { toStorableText } from '../products/stored-row.ts';
import type { Restrictions } from './filter-sql.ts';
import type { Scoring } from './looks-scoring.ts';

/** A row of a set: the member that represents its family. */
export type SetRow = {
  readonly identifier: string;
  readonly family: string;
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

export type FamilySet = {
  /** The best families by score alone, pinned ones included. */
  readonly ranked: readonly SetRow[];
  /** Without the pinned ones. */
  readonly organic: readonly SetRow[];
  readonly pins: readonly { readonly row: SetRow; readonly position: number }[];
};

export type SetOptions = {
  readonly database: Queries;
  readonly table: Sql;
  readonly query: SearchQuery;
  readonly restrictions: Restrictions;
  readonly rungs: readonly Rung[];
  /** With at most so many rows to compare, all are compared; otherwise the vector index is asked. */
  readonly exactLimit: number;
};

/** The candidate set: what the first rung finds, then what each further one adds. */
export const findSet = async (options: SetOptions): Promise<FamilySet> => {
  const { query, rungs } = options;
  const ranked: SetRow[] = [];
  for (const [number, rung] of rungs.entries()) {
    const wanted = query.candidates - ranked.length;
    if (wanted > 0) ranked.push(...(await findRanked(options, rung, number, ranked)));
  }
  return assembleSet(ranked, await findPins(options, ranked));
};

const assembleSet = (ranked: readonly SetRow[], pins: FamilySet['pins']): FamilySet => {
  const pinned = new Set(pins.map(({ row }) => row.family));
  return { ranked, organic: ranked.filter(({ family }) => !pinned.has(family)), pins };
};

/** The families of a set that were chosen among its facets, each by the best of its members that match. */
export const narrowSet = async (
  options: SetOptions,
  set: FamilySet,
  chosen: Filter | null,
): Promise<FamilySet> => {
  if (chosen === null) return set;
  const { database, table, restrictions } = options;
  const pinned = set.pins.map(({ row }) => row.identifier);
  const matching = await database.query<{ identifier: string }>(sql`
    SELECT identifier FROM ${table} WHERE identifier = ANY(${pinned}::text[]) AND ${restrictions.exists}
      AND ${restrictions.matches(chosen)}`);
  const pins = set.pins.filter(({ row }) => matching.some(({ identifier }) => identifier === row.identifier));
  const ranked: SetRow[] = [];
  for (const [number, rung] of options.rungs.entries()) {
    const families = set.ranked.filter((row) => row.rung === number).map(({ family }) => family);
    if (families.length > 0) ranked.push(...(await rankMatching(options, rung, number, families, chosen)));
  }
  return assembleSet(ranked, pins);
};

/** A member without a score, of a family that was found by another one, comes last. */
const rankMatching = async (
  { database, table, restrictions, query }: SetOptions,
  { agrees, scoring }: Rung,
  rung: number,
  families: readonly string[],
  chosen: Filter,
): Promise<SetRow[]> => {
  const scored = sql`
    SELECT identifier, family, CASE WHEN ${scoring.candidate} THEN ${scoring.units} ELSE 0 END AS units,
      COALESCE(${scoring.fuzzied}, false) AS fuzzied
    FROM ${table} WHERE family = ANY(${families}::text[]) AND ${restrictions.visible} AND ${agrees}
      AND ${restrictions.matches(query.filter)} AND ${restrictions.matches(chosen)}`;
  const rows = await database.query<FoundRow>(rankFamilies(scored));
  return rows.map((row) => ({ ...row, rung }));
};

type FoundRow = Omit<SetRow, 'rung'>;

/** What a rung looks for: its rows, without families that are there already, and how many of them. */
type RungSearch = Omit<Rung, 'agrees'> & { readonly passes: Sql; readonly wanted: number };

const findRanked = async (
  options: SetOptions,
  { agrees, ...own }: Rung,
  rung: number,
  before: readonly SetRow[],
): Promise<SetRow[]> => {
  const { restrictions, query } = options;
  const { scoring } = own;
  const families = before.map(({ family }) => family);
  const isNew = families.length === 0 ? sql`true` : sql`family <> ALL(${families}::text[])`;
  const passes = sql`${scoring.candidate} AND ${restrictions.visible} AND ${agrees}
    AND ${restrictions.matches(query.filter)} AND ${isNew}`;
  const search: RungSearch = { ...own, passes, wanted: query.candidates - before.length };
  const isLarge = scoring.nearest !== null && (await hasMoreThan(options, passes));
  const rows =
    (isLarge && scoring.nearest ? await rankNearest(options, search, scoring.nearest) : null) ??
    (await rankAll(options, search));
  return rows.map((row) => ({ ...row, rung }));
};

const hasMoreThan = async ({ database, table, exactLimit }: SetOptions, passes: Sql): Promise<boolean> => {
  const [row] = await database.query<{ rows: number }>(sql`
    SELECT count(*)::int AS rows FROM (SELECT 1 FROM ${table} WHERE ${passes} LIMIT ${exactLimit + 1}) AS passing`);
  return (row?.rows ?? 0) > exactLimit;
};

/** The best member of each family, then the best families; members with fewer units are left out. */
const rankFamilies = (scored: Sql, leastUnits = 0): Sql => sql`
  SELECT * FROM (
    SELECT DISTINCT ON (family) identifier, family, units, fuzzied FROM (${scored}) AS scored
    WHERE units >= ${leastUnits}::int ORDER BY family, units DESC, identifier
  ) AS best ORDER BY units DESC, identifier`;

const rankWanted = ({ database }: SetOptions, { wanted, minimumScore }: RungSearch, scored: Sql) =>
  database.query<FoundRow>(sql`${rankFamilies(scored, toUnits(minimumScore))} LIMIT ${wanted}`);

/** Compares every row that passes. */
const rankAll = (options: SetOptions, search: RungSearch): Promise<readonly FoundRow[]> => {
  const { table } = options;
  const { passes, scoring } = search;
  const scored = sql`
    SELECT identifier, family, ${scoring.units} AS units, ${scoring.fuzzied} AS fuzzied FROM ${table} WHERE ${passes}`;
  return rankWanted(options, search, scored);
};

const nearestSteps = { rowsPerCandidate: 2, growth: 4, steps: 3 } as const;

/**
 * Asks the vector index for the nearest rows, and for more while they are of too few families. Null when it does not
 * find enough: it gives up after a number of rows (`hnsw.max_scan_tuples`).
 */
const rankNearest = async (options: SetOptions, search: RungSearch, nearest: Sql) => {
  const { table } = options;
  const { passes, scoring, wanted, minimumScore } = search;
  let limit = wanted * nearestSteps.rowsPerCandidate;
  for (let step = 0; step < nearestSteps.steps; step += 1) {
    const scored = sql`
      SELECT identifier, family, ${scoring.units} AS units, ${scoring.fuzzied} AS fuzzied FROM (
        SELECT identifier, family, features FROM ${table} WHERE ${passes} ORDER BY ${nearest} LIMIT ${limit}
      ) AS nearest`;
    const ranked = await rankWanted(options, search, scored);
    if (ranked.length >= wanted) return ranked;
    // Below the minimum score there is nothing more to find.
    if (minimumScore > 0 && ranked.length < wanted && step > 0) return ranked;
    limit *= nearestSteps.growth;
  }
  return null;
};

/** A pin passes by its own row: it need not agree in `same`, or be alike. The rung that found its family scores it. */
const findPins = async (
  { database, table, query, restrictions, rungs }: SetOptions,
  ranked: readonly SetRow[],
): Promise<FamilySet['pins']> => {
  const { pins } = query.arrangement;
  if (pins.length === 0) return [];
  const units = rungs.map(
    ({ scoring }) => sql`CASE WHEN ${scoring.candidate} THEN ${scoring.units} ELSE 0 END`,
  );
  const rows = await database.query<Omit<FoundRow, 'units'> & { units: number[] }>(sql`
    SELECT identifier, family, ARRAY[${joinSql(units, ', ')}]::int[] AS units, false AS fuzzied
    FROM ${table} WHERE identifier = ANY(${pins.map(({ identifier }) => toStorableText(identifier))}::text[])
      AND ${restrictions.visible} AND ${restrictions.matches(query.filter)}`);
  const rungOf = new Map(ranked.map(({ family, rung }) => [family, rung]));
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
