import type { Filter } from '../../../domain/filter.ts';
import type { SearchQuery } from '../../engine.ts';
import { type ReadField, matchesFilter } from '../../semantics/search/match-filter.ts';
import { familyKey, selectPins } from '../../semantics/search/order.ts';
import { toUnits } from '../../semantics/search/score.ts';
import { type Queries, joinSql, prepareSql, rawSql, type Sql, sql } from '../../../postgres/sql.ts';
import { type StoredRow, toStorableText } from '../products/stored-row.ts';
import type { CountRows } from './count-rows.ts';
import type { GroupRow, ReadGroup } from './groups.ts';
import { packedColumns, type Packed, type PackedRow, unpackRows } from './packed-rows.ts';
import type { Restrictions } from './filter-sql.ts';
import type { Scoring } from './looks-scoring.ts';

export const noValues: StoredRow['values'] = {};

/** A member of a family of a set. */
export type SetRow = Omit<PackedRow, 'isScored'> & {
  /** `noValues` until they are read. */
  values: StoredRow['values'];
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
  readonly readGroup: ReadGroup;
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

/** What a rung looks for: its rows, without families that are there already, and how many of them. */
type RungSearch = Rung & {
  readonly number: number;
  readonly member: Sql;
  /** Families that are there already. */
  readonly before: readonly string[];
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
  const member = sql`${restrictions.visible} AND ${agrees} AND ${restrictions.matches(query.filter)} AND ${isNew}`;
  const wanted = query.candidates - before.length;
  const search: RungSearch = { ...rung, number, member, before: families, wanted };
  if (scoring.nearest !== null) {
    if (!(await hasMoreThanLimit(options, rung))) return rankAll(options, search);
    const nearest = await rankFound(options, search, { order: scoring.nearest, isSorted: false });
    if (nearest !== null) return nearest;
  }
  return (await rankFound(options, search, bestFirst)) ?? [];
};

/** Of the rows as built: so the same question is answered in the same way after any live change, and on every node. */
const hasMoreThanLimit = async (
  { query, restrictions, countRows, exactLimit }: SetOptions,
  { agrees }: Rung,
): Promise<boolean> =>
  (await countRows(sql`${restrictions.allowed} AND ${agrees} AND ${restrictions.matches(query.filter)}`)) >
  exactLimit;

type FoundRow = SetRow & Pick<PackedRow, 'isScored'>;

/** The best families by their best row, with all their members among the rows. */
const joinFamilies = (rows: readonly FoundRow[], { wanted, minimumScore }: RungSearch): SetFamily[] => {
  const least = toUnits(minimumScore);
  const best = new Map<string, FoundRow>();
  for (const row of rows) {
    const before = best.get(row.family);
    const isBest = before === undefined || compareRows(row, before) < 0;
    if (isBest && row.isScored && row.units >= least) best.set(row.family, row);
  }
  const chosen = [...best.values()].sort(compareRows).slice(0, wanted);
  const families = new Map(chosen.map((row) => [row.family, { row, members: [] as SetRow[] }]));
  for (const row of rows) families.get(row.family)?.members.push(row);
  return [...families.values()];
};

const readFound = async (
  { database }: SetOptions,
  { number }: RungSearch,
  rows: Sql,
  isPrepared = false,
): Promise<FoundRow[]> => {
  const statement = sql`SELECT ${packedColumns} FROM (${rows}) AS found`;
  const [packed] = await database.query<Packed>(isPrepared ? prepareSql(statement) : statement);
  return unpackRows(packed).map((row) => ({ ...row, rung: number, values: noValues }));
};

/** Rows with their units: NULL for one without a score. */
const scoreRows = ({ table }: SetOptions, { scoring }: RungSearch, condition: Sql): Sql => sql`
  SELECT identifier, family, since, CASE WHEN ${scoring.candidate} THEN ${scoring.units} END AS units,
    ${scoring.fuzzied} AS fuzzied FROM ${table} WHERE ${condition}`;

/** Compares every row that passes: those of a group in the node, others in a statement that connections remember. */
const rankAll = async (options: SetOptions, search: RungSearch): Promise<SetFamily[]> => {
  const group = await findGroup(options, search);
  const rows =
    group === null
      ? await readFound(options, search, scoreRows(options, search, search.member), true)
      : compareGroup(options, search, group);
  return joinFamilies(rows, search);
};

/** What a caller filters by is of one question only. */
const findGroup = async ({ query, restrictions, readGroup }: SetOptions, { agrees, scoring }: RungSearch) =>
  query.filter === null && scoring.compare !== null
    ? readGroup(sql`${restrictions.shared} AND ${agrees}`)
    : null;

const compareGroup = (
  { restrictions }: SetOptions,
  { scoring, before, number }: RungSearch,
  group: readonly GroupRow[],
): FoundRow[] => {
  const families = new Set([restrictions.ownFamily, ...before]);
  return group
    .filter(({ row }) => !families.has(row.family))
    .map(({ row, features, values }) => {
      const units = features === null ? 0 : (scoring.compare?.(features) ?? 0);
      return { ...row, units, rung: number, values };
    });
};

/** Which rows are asked for first. `isSorted`: by what counts; the vector index delivers nearly that order. */
type Order = { readonly order: Sql; readonly isSorted: boolean };

const bestFirst: Order = { order: rawSql('units DESC, identifier'), isSorted: true };

const foundSteps = { rowsPerCandidate: 2, growth: 4, steps: 3 } as const;

/**
 * Asks for the first rows of an order, and for more while they are of too few families. Null when the vector index does not
 * find enough: it gives up after a number of rows (`hnsw.max_scan_tuples`). The plan depends on the values: it is not remembered.
 */
const rankFound = async (
  options: SetOptions,
  search: RungSearch,
  { order, isSorted }: Order,
): Promise<SetFamily[] | null> => {
  const { scoring, member, wanted, minimumScore } = search;
  const passing = scoreRows(options, search, sql`${scoring.candidate} AND ${member}`);
  const { rowsPerCandidate, growth, steps } = foundSteps;
  for (let step = 1, limit = wanted * rowsPerCandidate; step <= steps; step += 1, limit *= growth) {
    const isLast = isSorted && step === steps;
    const most = rawSql(isLast ? 'ALL' : String(limit));
    const first = sql`SELECT * FROM (${passing} ORDER BY ${order} LIMIT ${most}) AS nearest`;
    const rows = await readFound(options, search, first);
    const families = joinFamilies(rows, search);
    // Where all are there, or below the minimum score, there is nothing more to find.
    const isAll = isSorted ? isLast || rows.length < limit : minimumScore > 0 && step > 1;
    if (families.length >= wanted || isAll) return addMembers(options, search, families);
  }
  return null;
};

/** The other members of families that an order found: those of a product without variants are there. */
const addMembers = async (
  options: SetOptions,
  search: RungSearch,
  families: SetFamily[],
): Promise<SetFamily[]> => {
  const groups = families.flatMap(({ row: { identifier, family } }) =>
    family === familyKey({ identifier, groupId: null }) ? [] : [family],
  );
  if (groups.length === 0) return families;
  const rows = scoreRows(options, search, sql`${search.member} AND family = ANY(${groups}::text[])`);
  const whole = joinFamilies(await readFound(options, search, rows), search);
  const isWhole = new Set(groups);
  return [...families.filter(({ row }) => !isWhole.has(row.family)), ...whole].sort((one, other) =>
    compareRows(one.row, other.row),
  );
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
    SELECT identifier, family, since::float8 AS since, "values", ARRAY[${joinSql(units, ', ')}]::int[] AS units, false AS fuzzied
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
