import type { SearchMode } from '../domain/strategy.ts';
import type { Hit, ProductReader, Question } from '../engine/engine.ts';
import type { Related, RelatedKeywordsRequest } from './related.ts';

/** How the words of a pattern are looked for. A typed word may be misspelt; a short one rarely is. */
const wording = {
  fuzzySensitiveness: 'One',
  minimumFuzzyTermLength: 4,
  enableFuzzyNumberMatch: false,
} as const;

/** Products with all of the words first; products with some of them fill up. */
export const findRelatedProducts = async (
  reader: ProductReader,
  request: RelatedKeywordsRequest,
): Promise<Related[]> => {
  const { size } = request.box;
  const exact = await reader.search(questionFor(request, 'All'));
  if (exact.hits.length >= size) return exact.hits.map(relatedOf);
  const loose = await reader.search(questionFor(request, 'Any'));
  const known = new Set(exact.hits.map(({ identifier }) => identifier));
  const others = loose.hits.filter(({ identifier }) => !known.has(identifier));
  return [...exact.hits, ...others].slice(0, size).map(relatedOf);
};

function questionFor({ box, pattern, synonyms }: RelatedKeywordsRequest, searchMode: SearchMode): Question {
  return {
    seed: {
      kind: 'text',
      source: null,
      query: { text: pattern, searchMode, synonyms, ...wording },
    },
    same: { fields: [], mode: 'Any' },
    exclude: null,
    filter: null,
    minimumScore: 0,
    candidates: box.size,
    arrangement: { hidden: [], hiddenIdentifiers: [], pins: [], boosts: [] },
    orderBy: [],
    page: { skip: 0, take: box.size },
    facets: [],
    explain: false,
  };
}

function relatedOf({ identifier, score, record }: Hit): Related {
  const { displayText, url } = JSON.parse(Buffer.from(record).toString('utf8')) as Record<string, unknown>;
  const name = typeof displayText === 'string' ? displayText : identifier;
  return {
    text: name,
    displayText: name,
    url: typeof url === 'string' ? url : null,
    score,
    evidence: [],
    identifier,
  };
}
