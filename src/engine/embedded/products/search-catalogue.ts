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

/** Hits, count and facets of one question, in one go and from one set. */
export const searchCatalogue = (catalogue: Catalogue, question: SearchQuery): SearchResult => {
  const restrictions = compileRestrictions(catalogue, question);
  const { candidates, traceOf } = candidatesFor(catalogue, question, restrictions);
  const setOf = remember((filter) => createFamilySet(catalogue, question, restrictions, candidates, filter));
  const set = setOf(question.filter);
  const page = takePage(catalogue, question, candidates, set);
  const partsOf = question.explain ? createHitExplainer(catalogue, question, candidates, set) : () => null;
  return {
    count: set.count,
    hits: page.map((entry) => toHit(catalogue, entry, partsOf)),
    facets: question.facets.flatMap(
      (field) => countFacet(field, catalogue.columns.column(field), question.filter, setOf) ?? [],
    ),
    text: traceOf(set),
  };
};

type Found = { readonly candidates: Candidates; readonly traceOf: (set: FamilySet) => SearchResult['text'] };

const candidatesFor = (catalogue: Catalogue, question: SearchQuery, restrictions: Restrictions): Found => {
  const { seed } = question;
  const { source, sourceFamily } = restrictions;
  if (seed.kind === 'looks') {
    const known = source >= 0;
    const candidates = known
      ? createLooksCandidates(catalogue, source, seed.weights, question)
      : noCandidates;
    return { candidates, traceOf: () => null };
  }
  const isOwnRow = (row: number) => catalogue.rows.familyOf[row] === sourceFamily;
  const matches = searchText(catalogue.text, seed.query, isOwnRow);
  const candidates = createTextCandidates(catalogue.rows, matches, sourceFamily);
  return {
    candidates,
    traceOf: (set) => ({ ...matches.trace, fuzzied: hasFuzzyMatch(candidates, set.organic) }),
  };
};

/** Facets ask for the same few sets again and again. */
const remember = (make: (filter: Filter | null) => FamilySet): ((filter: Filter | null) => FamilySet) => {
  const sets = new Map<string, FamilySet>();
  return (filter) => {
    const key = filter === null ? '' : JSON.stringify(filter);
    const known = sets.get(key);
    if (known) return known;
    const set = make(filter);
    sets.set(key, set);
    return set;
  };
};

const toHit = (catalogue: Catalogue, entry: Entry, partsOf: (entry: Entry) => Hit['parts']): Hit => ({
  identifier: catalogue.rows.identifiers.at(entry.row),
  score: entry.units / scoreUnits,
  record: catalogue.records.bytesAt(entry.row),
  parts: partsOf(entry),
});
