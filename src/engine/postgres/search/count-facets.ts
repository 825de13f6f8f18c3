import type { FacetCount } from '../../../domain/facet.ts';
import { identifierField, type Scalar } from '../../../domain/filter.ts';
import type { SearchQuery } from '../../engine.ts';
import { countFacets, type FacetField, memoizeByFilter } from '../../semantics/search/facets.ts';
import { findField, type ProductGeneration } from '../products/product-version.ts';
import { toStorableText } from '../products/stored-row.ts';
import { type FamilySet, narrowSet, type ReadRow, type SetRow } from './find-set.ts';

/** Of each family the members that it carries. */
type Carried = readonly (readonly SetRow[])[];

/** Values as they are stored: flags as text. */
export const createRowReader =
  (generation: ProductGeneration): ReadRow =>
  ({ identifier, values }) =>
  (name) => {
    if (name === identifierField) return { type: 'text', values: [identifier] };
    const field = findField(generation, name);
    return field && { type: field.type, values: values[toStorableText(name)] ?? [] };
  };

/** A family that is among the best carries its members and its pin, any other one its pin alone. */
const listCarried = ({ ranked, pins }: FamilySet): Carried => {
  const families = new Map(ranked.map(({ row, members }) => [row.family, members]));
  for (const { row } of pins) {
    const members = families.get(row.family) ?? [];
    if (!members.some(({ identifier }) => identifier === row.identifier))
      families.set(row.family, [...members, row]);
  }
  return [...families.values()];
};

const createFacetField = (generation: ProductGeneration, name: string): FacetField<Carried> | null => {
  const field = findField(generation, name);
  if (!field) return null;
  const stored = toStorableText(name);
  const listValues = ({ values }: SetRow): readonly Scalar[] => values[stored] ?? [];
  return {
    kind: field.type === 'number' ? 'numbers' : 'values',
    countValues: (families) => {
      const counts = new Map<string, number>();
      for (const members of families) {
        const [only] = members;
        const values = only && members.length === 1 ? listValues(only) : new Set(members.flatMap(listValues));
        for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
      }
      return counts;
    },
    countCarriers: (families) =>
      families.filter((members) => members.some((row) => listValues(row).length > 0)).length,
    findBounds: (families) => {
      let [min, max] = [Infinity, -Infinity];
      for (const members of families)
        for (const row of members)
          for (const value of listValues(row)) {
            min = Math.min(min, Number(value));
            max = Math.max(max, Number(value));
          }
      return min <= max ? { min, max } : null;
    },
  };
};

/** The facets of a query, of its whole set: every value once for each family. */
export const countSetFacets = (
  query: SearchQuery,
  generation: ProductGeneration,
  set: FamilySet,
): Promise<FacetCount[]> =>
  countFacets(
    query,
    (name) => createFacetField(generation, name),
    memoizeByFilter(async (chosen) => listCarried(narrowSet(set, chosen, createRowReader(generation)))),
  );
