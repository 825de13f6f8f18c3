import type { SearchBox } from '../../src/domain/box.ts';
import type { Field } from '../../src/domain/dataset.ts';
import type { Filter } from '../../src/domain/filter.ts';
import type { WireFilter } from '../../src/http/image-search/schema.ts';
import { fields } from './draw-catalogue.ts';
import { type Entry } from './expected-set.ts';
import { listLevels, listValues } from './row-rules.ts';

type CreateSet = (filter: Filter | null) => Entry[];
type Facet = Omit<WireFilter, 'order'>;

const listFields = (filter: Filter): string[] => {
  if ('field' in filter) return [filter.field];
  return (filter.kind === 'not' ? [filter.part] : filter.parts).flatMap(listFields);
};

const conjuncts = (filter: Filter | null): Filter[] => {
  if (filter === null) return [];
  return filter.kind === 'and' ? filter.parts.flatMap(conjuncts) : [filter];
};

/** The caller's filter without the conjuncts about this field alone. */
const withoutField = (filter: Filter | null, name: string): Filter | null => {
  const rest = conjuncts(filter).filter((part) => listFields(part).some((field) => field !== name));
  return rest.length === 0 ? null : { kind: 'and', parts: rest };
};

const listSelected = (filter: Filter | null, name: string): string[] => {
  if (filter === null || filter.kind === 'not') return [];
  if (filter.kind === 'and' || filter.kind === 'or')
    return filter.parts.flatMap((part) => listSelected(part, name));
  if (filter.field !== name) return [];
  if (filter.kind === 'in') return filter.values.map(String);
  return filter.comparison === 'eq' ? [String(filter.value)] : [];
};

const listFamilyValues = ({ members }: Entry, name: string) => [
  ...new Set(members.flatMap((row) => listValues(row, name))),
];

const createFacet = (field: Field, filter: Filter | null, createSet: CreateSet): Facet | null => {
  const { name, displayName } = field;
  const count = createSet(filter).filter((entry) => listFamilyValues(entry, name).length > 0).length;
  if (field.type === 'number') {
    const unfiltered = createSet(null)
      .flatMap((entry) => listFamilyValues(entry, name))
      .map(Number);
    const filtered = createSet(filter)
      .flatMap((entry) => listFamilyValues(entry, name))
      .map(Number);
    if (unfiltered.length === 0) return null;
    const empty = filtered.length === 0;
    const range = {
      min: Math.min(...unfiltered),
      max: Math.max(...unfiltered),
      filteredMin: empty ? null : Math.min(...filtered),
      filteredMax: empty ? null : Math.max(...filtered),
    };
    return {
      name,
      displayName,
      dataType: 'number',
      type: 'range',
      count,
      ranges: [range],
      values: null,
      disabled: empty,
    };
  }
  const counts = new Map<string, number>();
  const chosen = listSelected(filter, name);
  for (const value of field.type === 'path' ? chosen.flatMap(listLevels) : chosen) counts.set(value, 0);
  for (const entry of createSet(null))
    for (const value of listFamilyValues(entry, name)) counts.set(String(value), 0);
  for (const entry of createSet(withoutField(filter, name))) {
    for (const value of listFamilyValues(entry, name))
      counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  }
  if (counts.size === 0) return null;
  const values = [...counts]
    .map(([value, carriers]) => ({ count: carriers, name: value, disabled: carriers === 0 }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  const dataType = field.type === 'boolean' ? 'boolean' : 'string';
  const disabled = values.every((value) => value.disabled);
  return { name, displayName, dataType, type: 'value', count, ranges: null, values, disabled };
};

/** Coverage × entropy, with the bounds from the documentation and the defaults. */
const computeWorth = (facet: Facet, setSize: number): number => {
  const coverage = setSize === 0 ? 0 : facet.count / setSize;
  if (coverage < 0.1) return 0;
  const [range] = facet.ranges ?? [];
  if (range !== undefined) return range.min === range.max ? 0 : coverage * 2;
  const isPath = facet.name === 'category';
  const depths = Map.groupBy(facet.values ?? [], ({ name }) => (isPath ? String(name).split('/').length : 1));
  const bits = [...depths.values()].map((values) => {
    const numbers = values.map(({ count }) => Number(count)).filter((number) => number > 0);
    const sum = numbers.reduce((a, b) => a + b, 0);
    if (numbers.length < 2 || sum / numbers.length < 1.25) return 0;
    return numbers.reduce((entropy, number) => entropy - (number / sum) * Math.log2(number / sum), 0);
  });
  return coverage * Math.max(0, ...bits);
};

export const createExpectedFacets = (
  { facetType, facets }: SearchBox,
  filter: Filter | null,
  createSet: CreateSet,
): WireFilter[] => {
  const all = fields.filter(({ facetable }) => facetable).sort((a, b) => a.order - b.order);
  const configured = facets.flatMap((name) => all.filter((field) => field.name === name));
  const others = all.filter((field) => !configured.includes(field));
  const setSize = createSet(filter).length;
  const createFacets = (list: readonly Field[]) =>
    list.flatMap((field) => createFacet(field, filter, createSet) ?? []);
  const sortByWorth = (list: readonly Field[]) =>
    createFacets(list)
      .map((facet) => ({
        facet,
        worth: computeWorth(facet, setSize),
        chosen: listSelected(filter, String(facet.name)).length > 0,
      }))
      .filter(({ worth, chosen }) => worth > 0 || chosen)
      .sort((a, b) => b.worth - a.worth)
      .map(({ facet }) => facet);
  const wanted = facets.length === 0 ? all : configured;
  const chosen = {
    basic: () => createFacets(wanted),
    adaptive: () => sortByWorth(wanted),
    semiAdaptive: () => [...createFacets(configured), ...sortByWorth(others)],
  }[facetType]();
  return chosen.map((facet, order) => ({ ...facet, order }));
};
