import type { Filter } from '../../../domain/filter.ts';
import type { SearchQuery } from '../../engine.ts';
import { selectPins } from '../../semantics/search/families.ts';
import { toUnits } from '../../semantics/search/score.ts';
import type { Queries } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { toStorableText } from '../products/stored-row.ts';
import type { Restrictions } from './restrictions.ts';
import type { Scoring } from './scoring.ts';

/** A row of a set: the member that represents its family. */
export type SetRow = {
  readonly identifier: string;
  readonly family: string;
  readonly units: number;
  readonly fuzzied: boolean;
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
  readonly scoring: Scoring;
  /** With at most so many rows to compare, all are compared; otherwise the vector index is asked. */
  readonly exactLimit: number;
};

/** The candidate set under a filter. */
export const findSet = async (options: SetOptions, filter: Filter | null): Promise<FamilySet> => {
  const { query } = options;
  const ranked = query.candidates === 0 ? [] : await findRanked(options, filter);
  const pins = await findPins(options, filter);
  const pinned = new Set(pins.map(({ row }) => row.family));
  return { ranked, organic: ranked.filter(({ family }) => !pinned.has(family)), pins };
};

const findRanked = async (options: SetOptions, filter: Filter | null): Promise<readonly SetRow[]> => {
  const { restrictions, scoring } = options;
  const passes = sql`${scoring.candidate} AND ${restrictions.visible} AND ${restrictions.agrees}
    AND ${restrictions.matches(filter)}`;
  if (scoring.nearest === null || !(await hasMoreThan(options, passes))) return rankAll(options, passes);
  return (await rankNearest(options, passes, scoring.nearest)) ?? rankAll(options, passes);
};

const hasMoreThan = async ({ database, table, exactLimit }: SetOptions, passes: Sql): Promise<boolean> => {
  const [row] = await database.query<{ rows: number }>(sql`
    SELECT count(*)::int AS rows FROM (SELECT 1 FROM ${table} WHERE ${passes} LIMIT ${exactLimit + 1}) AS passing`);
  return (row?.rows ?? 0) > exactLimit;
};

/** The best member of each family, then the best families. */
const rankFamilies = ({ query }: SetOptions, scored: Sql): Sql => sql`
  SELECT * FROM (
    SELECT DISTINCT ON (family) identifier, family, units, fuzzied FROM (${scored}) AS scored
    WHERE units >= ${toUnits(query.minimumScore)}::int ORDER BY family, units DESC, identifier
  ) AS best ORDER BY units DESC, identifier LIMIT ${query.candidates}`;

/** Compares every row that passes. */
const rankAll = (options: SetOptions, passes: Sql): Promise<readonly SetRow[]> => {
  const { database, table, scoring } = options;
  const scored = sql`
    SELECT identifier, family, ${scoring.units} AS units, ${scoring.fuzzied} AS fuzzied FROM ${table} WHERE ${passes}`;
  return database.query<SetRow>(rankFamilies(options, scored));
};

const nearestSteps = { rowsPerCandidate: 2, growth: 4, steps: 3 } as const;

/**
 * Asks the vector index for the nearest rows, and for more while they are of too few families. Null when it does not
 * find enough: it gives up after a number of rows (`hnsw.max_scan_tuples`).
 */
const rankNearest = async (
  options: SetOptions,
  passes: Sql,
  nearest: Sql,
): Promise<readonly SetRow[] | null> => {
  const { database, table, scoring, query } = options;
  let limit = query.candidates * nearestSteps.rowsPerCandidate;
  for (let step = 0; step < nearestSteps.steps; step += 1) {
    const scored = sql`
      SELECT identifier, family, ${scoring.units} AS units, ${scoring.fuzzied} AS fuzzied FROM (
        SELECT identifier, family, features FROM ${table} WHERE ${passes} ORDER BY ${nearest} LIMIT ${limit}
      ) AS nearest`;
    const ranked = await database.query<SetRow>(rankFamilies(options, scored));
    if (ranked.length >= query.candidates) return ranked;
    // Below the minimum score there is nothing more to find.
    if (query.minimumScore > 0 && ranked.length < query.candidates && step > 0) return ranked;
    limit *= nearestSteps.growth;
  }
  return null;
};

/** A pin passes by its own row: it need not agree in `same`, or be alike. */
const findPins = async (
  { database, table, query, restrictions, scoring }: SetOptions,
  filter: Filter | null,
): Promise<FamilySet['pins']> => {
  const { pins } = query.arrangement;
  if (pins.length === 0) return [];
  const rows = await database.query<SetRow>(sql`
    SELECT identifier, family, CASE WHEN ${scoring.candidate} THEN ${scoring.units} ELSE 0 END AS units, false AS fuzzied
    FROM ${table} WHERE identifier = ANY(${pins.map(({ identifier }) => toStorableText(identifier))}::text[])
      AND ${restrictions.visible} AND ${restrictions.matches(filter)}`);
  const selected = selectPins(pins, (identifier) => {
    const row = rows.findIndex((each) => each.identifier === toStorableText(identifier));
    return row < 0 ? null : { row, family: rows[row]?.family ?? '' };
  });
  return selected.flatMap(({ row, position }) => {
    const found = rows[row];
    return found ? [{ row: found, position }] : [];
  });
};
