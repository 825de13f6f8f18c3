import { resolveMinimumScore, resolveWeights } from '../../domain/box.ts';
import type { Strategy } from '../../domain/strategy.ts';
import type {
  Arrangement,
  ProductReader,
  QueryRung,
  SearchQuery,
  Seed,
  Source,
} from '../../engine/engine.ts';
import { facetFields } from '../facets/arrange-facets.ts';
import type { TryRung } from './climb-ladder.ts';
import type { ImageSearchRequest } from './image-search-request.ts';

type RungRequest = Pick<ImageSearchRequest, 'box' | 'synonyms' | 'filter' | 'facetFilter' | 'orderBy'> &
  Pick<ImageSearchRequest, 'page' | 'top' | 'explain'> & { readonly arrangement: Arrangement };

export const createRungSearch =
  (
    reader: ProductReader,
    source: Source,
    request: RungRequest,
    report: (part: string, cause: unknown) => void,
  ): TryRung =>
  async (strategy, ahead) => {
    if (strategy.from === 'looks' && !source.hasLooks) return 'no picture';
    try {
      return await reader.search(buildQuestion(reader, source, request, strategy, ahead));
    } catch (cause) {
      report(`strategy ${strategy.rank}`, cause);
      return 'failed';
    }
  };

const buildQuestion = (
  reader: ProductReader,
  source: Source,
  request: RungRequest,
  strategy: Strategy,
  ahead: readonly Strategy[],
): SearchQuery => {
  const { box, filter, facetFilter = null, arrangement, orderBy, page, top, explain } = request;
  const buildRung = (rung: Strategy): Required<QueryRung> => ({
    seed: buildSeed(reader, source, request, rung),
    same: { fields: box.sameAsSource, mode: rung.searchMode },
    // What was measured is about pictures of the catalogue: not about photos, and not about words.
    minimumScore: resolveMinimumScore(
      box,
      rung.from === 'looks' && !source.vectors ? (reader.minimumScore ?? null) : null,
    ),
  });
  return {
    ...buildRung(strategy),
    ...(ahead.length > 0 && { ahead: ahead.map(buildRung) }),
    exclude: box.exclude,
    filter,
    facetFilter,
    candidates: box.candidates,
    arrangement,
    orderBy,
    page: { skip: (page - 1) * top, take: top },
    facets: facetFields(reader.fields, box),
    explain,
  };
};

/**
 * The least share of a product's words, by weight, that another one must say. A brand or a colour in common is less:
 * without it nearly the whole catalogue is an answer.
 */
const textFloor = 0.2;

const buildSeed = (
  { titleWeight = null }: ProductReader,
  source: Source,
  { box, synonyms }: RungRequest,
  strategy: Strategy,
): Seed => {
  if (strategy.from === 'looks') {
    // The title of a photo is not known.
    const weights = resolveWeights(box.weights, source.vectors ? null : titleWeight);
    return { kind: 'looks', source, weights };
  }
  const { searchMode, fuzzySensitiveness, minimumFuzzyTermLength, enableFuzzyNumberMatch } = strategy;
  return {
    kind: 'text',
    source,
    query: {
      text: source.text(searchMode),
      searchMode,
      synonyms,
      ...(searchMode === 'Any' && { minimumScore: textFloor }),
      fuzzySensitiveness,
      minimumFuzzyTermLength,
      enableFuzzyNumberMatch,
    },
  };
};
