import type { Filter } from '../../../domain/filter.ts';
import type { SearchResult, Hit, SearchQuery } from '../../engine.ts';
import { scoreUnits } from '../../score.ts';
import { searchText } from '../text/text-search.ts';
import { type Candidates, noCandidates } from './candidates.ts';
import { type FamilySet, createFamilySet } from './family-set.ts';
import type { Catalogue } from './catalogue.ts';
import { countFacet } from './count-facets.ts';
import { createHitExplainer } from './explain-hits.ts';
import { createLooksCandidates } from './looks-candidates.ts';
import { type Entry, takePage } from './order.ts';
import { type Restrictions, compileRestrictions } from './restrictions.ts';
import { hasFuzzyMatch, createTextCandidates } from './text-candidates.ts';

/** Hits, count and facets of one query, all from the same set. */
export const searchCatalogue = (catalogue: Catalogue, query: SearchQuery): SearchResult => {
  const restrictions = compileRestrictions(catalogue, query);
  const { candidates, createTrace } = findCandidates(catalogue, query, restrictions);
  const findSet = memoizeByFilter((filter) =>
    createFamilySet(catalogue, query, restrictions, candidates, filter),
  );
  const set = findSet(query.filter);
  const page = takePage(catalogue, query, candidates, set);
  const explain = query.explain ? createHitExplainer(catalogue, query, candidates, set) : () => null;
  return {
    count: set.count,
    hits: page.map((entry) => toHit(catalogue, entry, explain)),
    facets: query.facets.flatMap(
      (field) => countFacet(field, catalogue.columns.column(field), query.filter, findSet) ?? [],
    ),
    text: createTrace(set),
  };
};

type CandidateSource = {
  readonly candidates: Candidates;
  readonly createTrace: (set: FamilySet) => SearchResult['text'];
};

const findCandidates = (
  catalogue: Catalogue,
  query: SearchQuery,
  restrictions: Restrictions,
): CandidateSource => {
  const { seed } = query;
  const { source, sourceFamily } = restrictions;
  if (seed.kind === 'looks') {
    const candidates =
      source >= 0 ? createLooksCandidates(catalogue, source, seed.weights, query) : noCandidates;
    return { candidates, createTrace: () => null };
  }
  const isOwnRow = (row: number) => catalogue.rows.familyOf[row] === sourceFamily;
  const matches = searchText(catalogue.text, seed.query, isOwnRow);
  const candidates = createTextCandidates(catalogue.rows, matches, sourceFamily);
  return {
    candidates,
    createTrace: (set) => ({ ...matches.trace, fuzzied: hasFuzzyMatch(candidates, set.organic) }),
  };
};

/** Facets need the same few sets several times. */
const memoizeByFilter = (
  create: (filter: Filter | null) => FamilySet,
): ((filter: Filter | null) => FamilySet) => {
  const sets = new Map<string, FamilySet>();
  return (filter) => {
    const key = filter === null ? '' : JSON.stringify(filter);
    const cached = sets.get(key);
    if (cached) return cached;
    const set = create(filter);
    sets.set(key, set);
    return set;
  };
};

const toHit = (catalogue: Catalogue, entry: Entry, explain: (entry: Entry) => Hit['parts']): Hit => ({
  identifier: catalogue.rows.identifiers.at(entry.row),
  score: entry.units / scoreUnits,
  record: catalogue.records.bytesAt(entry.row),
  parts: explain(entry),
});
