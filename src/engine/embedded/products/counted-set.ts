import type { FacetCount } from '../../../domain/facet.ts';
import { countOf, placeOf } from '../../../domain/packed-values.ts';
import type { SearchQuery, SearchResult } from '../../engine.ts';
import type { ValueCounter } from '../columns/value-counter.ts';

/**
 * A set whose facets are known. Facets of a question with a filter also show the values of the set without it, which is
 * that of the plain question: its result is often ready, and then nothing of that set is searched or counted.
 */
export type CountedSet = { readonly facets: ReadonlyMap<string, FacetCount> };

/** The question without its filter, as plain as it can be asked: order and boosts do not change the set. */
export const withoutFilter = (query: SearchQuery): SearchQuery => ({
  ...query,
  filter: null,
  orderBy: [],
  explain: false,
  arrangement: { ...query.arrangement, boosts: [] },
  page: { ...query.page, skip: 0 },
});

/** Null where a facet is not packed. */
export const toCountedSet = ({ facets }: SearchResult): CountedSet | null =>
  facets.every((facet) => facet.kind === 'range' || facet.packed !== undefined)
    ? { facets: new Map(facets.map((facet) => [facet.field, facet])) }
    : null;

/** Adds what the set counts for a field to a counter that is empty. */
export const addCounts = (counter: ValueCounter, { facets }: CountedSet, field: string): void =>
  visitWords(facets.get(field), (word) => counter.addCounted(placeOf(word), countOf(word)));

/** Lists the values of a field. */
export const listIds = (counter: ValueCounter, { facets }: CountedSet, field: string): void =>
  visitWords(facets.get(field), (word) => counter.list(placeOf(word)));

const visitWords = (facet: FacetCount | undefined, visit: (word: number) => void): void => {
  if (facet?.kind !== 'value' || facet.packed === undefined) return;
  const { words, start, end } = facet.packed;
  for (let at = start; at < end; at += 1) visit(words[at] ?? 0);
};
