import type { SearchBox } from '../../src/domain/box.ts';
import type { Field } from '../../src/domain/dataset.ts';
import type { Filter } from '../../src/domain/filter.ts';
import type { WireFilter } from '../../src/http/image-search/schema.ts';
import { fields } from './draw-catalogue.ts';
import { type Entry } from './expected-set.ts';
import { listLevels, listValues } from './row-rules.ts';

type SetUnder = (filter: Filter | null) => Entry[];
type Facet = Omit<WireFilter, 'order'>;

const spokenOf = (filter: Filter): string[] => {
  if ('field' in filter) return [filter.field];
  return (filter.kind === 'not' ? [filter.part] : filter.parts).flatMap(spokenOf);
};

const conjuncts = (filter: Filter | null): Filter[] => {
  if (filter === null) return [];
  return filter.kind === 'and' ? filter.parts.flatMap(conjuncts) : [filter];
};

/** Everything the caller asked for that is not about this field alone. */
const filterOfOthers = (filter: Filter | null, name: string): Filter | null => {
  const rest = conjuncts(filter).filter((part) => spokenOf(part).some((spoken) => spoken !== name));
  return rest.length === 0 ? null : { kind: 'and', parts: rest };
};

const selectedIn = (filter: Filter | null, name: string): string[] => {
  if (filter === null || filter.kind === 'not') return [];
  if (filter.kind === 'and' || filter.kind === 'or')
    return filter.parts.flatMap((part) => selectedIn(part, name));
  if (filter.field !== name) return [];
  if (filter.kind === 'in') return filter.values.map(String);
  return filter.comparison === 'eq' ? [String(filter.value)] : [];
};

const valuesOf = ({ members }: Entry, name: string) => [
  ...new Set(members.flatMap((row) => listValues(row, name))),
];

const facetOf = (field: Field, filter: Filter | null, setUnder: SetUnder): Facet | null => {
  const { name, displayName } = field;
  const count = setUnder(filter).filter((entry) => valuesOf(entry, name).length > 0).length;
  if (field.type === 'number') {
    const before = setUnder(null)
      .flatMap((entry) => valuesOf(entry, name))
      .map(Number);
    const after = setUnder(filter)
      .flatMap((entry) => valuesOf(entry, name))
      .map(Number);
    if (before.length === 0) return null;
    const empty = after.length === 0;
    const range = {
      min: Math.min(...before),
      max: Math.max(...before),
      filteredMin: empty ? null : Math.min(...after),
      filteredMax: empty ? null : Math.max(...after),
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
  const chosen = selectedIn(filter, name);
  for (const value of field.type === 'path' ? chosen.flatMap(listLevels) : chosen) counts.set(value, 0);
  for (const entry of setUnder(null)) for (const value of valuesOf(entry, name)) counts.set(String(value), 0);
  for (const entry of setUnder(filterOfOthers(filter, name))) {
    for (const value of valuesOf(entry, name))
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

/** Coverage × entropy, as the design says, with the bounds that docs and defaults name. */
const worthOf = (facet: Facet, setSize: number): number => {
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
  setUnder: SetUnder,
): WireFilter[] => {
  const all = fields.filter(({ facetable }) => facetable).sort((a, b) => a.order - b.order);
  const configured = facets.flatMap((name) => all.filter((field) => field.name === name));
  const others = all.filter((field) => !configured.includes(field));
  const setSize = setUnder(filter).length;
  const made = (list: readonly Field[]) => list.flatMap((field) => facetOf(field, filter, setUnder) ?? []);
  const adaptive = (list: readonly Field[]) =>
    made(list)
      .map((facet) => ({
        facet,
        worth: worthOf(facet, setSize),
        chosen: selectedIn(filter, String(facet.name)).length > 0,
      }))
      .filter(({ worth, chosen }) => worth > 0 || chosen)
      .sort((a, b) => b.worth - a.worth)
      .map(({ facet }) => facet);
  const wanted = facets.length === 0 ? all : configured;
  const chosen = {
    basic: () => made(wanted),
    adaptive: () => adaptive(wanted),
    semiAdaptive: () => [...made(configured), ...adaptive(others)],
  }[facetType]();
  return chosen.map((facet, order) => ({ ...facet, order }));
};
