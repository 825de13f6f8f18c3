import type { SearchQuery, SearchResult } from '../../engine.ts';
import { countFacets, memoizeByFilter } from '../../semantics/search/facets.ts';
import { listSpelledTexts } from '../../semantics/text/trace.ts';
import { searchText } from '../text/text-search.ts';
import { type Candidates, createTextCandidates, hasFuzzyMatch, noCandidates } from './candidates.ts';
import { type CompiledRung, createFamilySet, type FamilySet } from './family-set.ts';
import { CatalogueHit, createHitExplainer, takePage } from './page.ts';
import { type Catalogue, readRecord } from '../catalogue/catalogue.ts';
import { createFacetField } from './facet-field.ts';
import { createLooksCandidates, findCompared } from './looks-candidates.ts';
import { narrowSet } from './narrow-set.ts';
import { rowFromKey } from '../ranking/candidate-key.ts';
import { compileRestrictions } from '../catalogue/restrictions.ts';

/** Hits, count and facets of one query, all from the same set. */
export const searchCatalogue = async (catalogue: Catalogue, query: SearchQuery): Promise<SearchResult> => {
  const { columns } = catalogue;
  const own = await compileRung(catalogue, query);
  const ahead: Rung[] = [];
  for (const rung of query.ahead ?? []) ahead.push(await compileRung(catalogue, { ...query, ...rung }));
  const rungs = [...ahead, own];
  const whole = await createFamilySet(catalogue, query, rungs);
  const findSet = memoizeByFilter(async (filter) => {
    const found = filter === null ? whole : await narrowSet(catalogue, rungs, whole, filter);
    if (query.facets.length > 0) await found.prepareMembers();
    return found;
  });
  const set = await findSet(query.facetFilter ?? null);
  const candidates = ahead.length === 0 ? own.candidates : joinCandidates(rungs, set);
  const page = await takePage(catalogue, query, candidates, set);
  const explain = query.explain ? createHitExplainer(catalogue, query, candidates, set) : () => null;
  return {
    count: set.count,
    organic: whole.ranked.length,
    hits: page.map((entry) => new CatalogueHit(catalogue, entry.row, entry.units, explain(entry))),
    facets: await countFacets(query, (field) => createFacetField(columns.column(field)), findSet),
    text: own.createTrace(whole),
  };
};

/** Scores of rows by the rung that found them. */
const joinCandidates = (rungs: readonly Rung[], set: FamilySet): Pick<Candidates, 'units' | 'parts'> => {
  const find = (row: number): Candidates => rungs[set.rungOf(row)]?.candidates ?? noCandidates;
  return { units: (row) => find(row).units(row), parts: (row) => find(row).parts(row) };
};

type Rung = CompiledRung & { readonly createTrace: (set: FamilySet) => SearchResult['text'] };

const compileRung = async (catalogue: Catalogue, query: SearchQuery): Promise<Rung> => {
  const restrictions = compileRestrictions(catalogue, query);
  const { seed, ahead = [], minimumScore } = query;
  const { source, sourceFamily } = restrictions;
  if (seed.kind === 'looks') {
    const compared = findCompared(catalogue, source, seed.source);
    const candidates = compared
      ? createLooksCandidates(catalogue, source, compared, seed.weights, query)
      : noCandidates;
    return { restrictions, candidates, minimumScore, createTrace: () => null };
  }
  const isOwnRow = (row: number) => catalogue.rows.familyOf[row] === sourceFamily;
  const matches = await searchText(catalogue.text, seed.query, isOwnRow, (row) =>
    listSpelledTexts(readRecord(catalogue.records, row)),
  );
  const candidates = createTextCandidates(catalogue.rows, matches, sourceFamily);
  const isOfText = (set: FamilySet) => (key: number) => set.rungOf(rowFromKey(key)) === ahead.length;
  return {
    restrictions,
    candidates,
    minimumScore,
    createTrace: (set) => ({
      ...matches.trace,
      fuzzied: hasFuzzyMatch(candidates, set.organic.filter(isOfText(set))),
    }),
  };
};
