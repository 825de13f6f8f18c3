import type { FacetCount } from '../../../domain/facet.ts';
import type { Filter } from '../../../domain/filter.ts';
import { countFacets, type FacetField, memoizeByFilter } from '../../semantics/search/facets.ts';
import { joinSql, sql } from '../../../postgres/sql.ts';
import { findField, type ProductGeneration } from '../products/product-version.ts';
import { toStorableText } from '../products/stored-row.ts';
import type { FamilySet, SetOptions } from './find-set.ts';

type FieldCounts = {
  /** Families that have each value. */
  readonly values: Map<string, number>;
  /** Families that have a value. */
  carriers: number;
  bounds: { readonly min: number; readonly max: number } | null;
};

type CountRow = {
  readonly field: string;
  readonly value: string | null;
  readonly families: number;
  readonly min: number | null;
  readonly max: number | null;
};

/** A candidate set with the counts of all facets that the query asks for. */
type CountedSet = ReadonlyMap<string, FieldCounts>;

/**
 * Counts in the database, over the members that the families of the set carry and that match what was chosen: every value
 * once for each family. The row without a value has the families that have any.
 */
const countSet = async (
  { database, table, restrictions, rungs, query }: SetOptions,
  set: FamilySet,
  chosen: Filter | null,
): Promise<CountedSet> => {
  const pins = set.pins.map(({ row }) => row);
  const families = [...set.ranked, ...pins].map(({ family }) => family);
  // The members of a family must pass where the family was found; one that is not among the best has its pin alone.
  const agrees = rungs.map((rung, number) => {
    const own = set.ranked.filter((row) => row.rung === number).map(({ family }) => family);
    return sql`(family = ANY(${own}::text[]) AND ${rung.agrees})`;
  });
  const pinned = pins.map(({ identifier }) => identifier);
  const rows = await database.query<CountRow>(sql`
    WITH members AS MATERIALIZED (
      SELECT family, "values" FROM ${table}
      WHERE family = ANY(${families}::text[]) AND ${restrictions.exists} AND ${restrictions.matches(chosen)} AND (
        identifier = ANY(${pinned}::text[]) OR
        (${restrictions.visible} AND (${joinSql(agrees, ' OR ')}) AND ${restrictions.matches(query.filter)}))
    ), carried AS (
      SELECT m.family, f.name AS field, v.value #>> '{}' AS value,
        CASE WHEN jsonb_typeof(v.value) = 'number' THEN (v.value #>> '{}')::float8 END AS number
      FROM members m CROSS JOIN unnest(${query.facets.map(toStorableText)}::text[]) AS f(name)
      CROSS JOIN LATERAL jsonb_array_elements(COALESCE(m."values" -> f.name, '[]')) AS v(value)
    )
    SELECT field, value, count(DISTINCT family)::int AS families, min(number) AS min, max(number) AS max
    FROM carried GROUP BY GROUPING SETS ((field, value), (field))`);
  return collectCounts(rows);
};

const collectCounts = (rows: readonly CountRow[]): CountedSet => {
  const counted = new Map<string, FieldCounts>();
  for (const { field, value, families, min, max } of rows) {
    const counts = counted.get(field) ?? { values: new Map<string, number>(), carriers: 0, bounds: null };
    counted.set(field, counts);
    if (value !== null) counts.values.set(value, families);
    else {
      counts.carriers = families;
      counts.bounds = min === null || max === null ? null : { min, max };
    }
  }
  return counted;
};

const createFacetField = (generation: ProductGeneration, name: string): FacetField<CountedSet> | null => {
  const field = findField(generation, name);
  if (!field) return null;
  const countsOf = (set: CountedSet) => set.get(toStorableText(name));
  return {
    kind: field.type === 'number' ? 'numbers' : 'values',
    countValues: (set) => new Map(countsOf(set)?.values),
    countCarriers: (set) => countsOf(set)?.carriers ?? 0,
    findBounds: (set) => countsOf(set)?.bounds ?? null,
  };
};

/** The facets of a query, of its whole set. Each choice that is needed is counted once, for all fields together. */
export const countSetFacets = (
  options: SetOptions,
  generation: ProductGeneration,
  set: FamilySet,
): Promise<FacetCount[]> =>
  countFacets(
    options.query,
    (name) => createFacetField(generation, name),
    memoizeByFilter((chosen) => countSet(options, set, chosen)),
  );
