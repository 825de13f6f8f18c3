import { resolveWeights, type SearchBox } from '../../domain/box.ts';
import type { Filter, Sort } from '../../domain/filter.ts';
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
import type { TryRung, RungOutcome } from './climb-ladder.ts';

/** The parts of the request that are the same for every rung. */
export type RungRequest = {
  readonly box: SearchBox;
  readonly synonyms: readonly (readonly string[])[];
  readonly filter: Filter | null;
  readonly arrangement: Arrangement;
  readonly orderBy: readonly Sort[];
  readonly page: number;
  readonly top: number;
  readonly explain: boolean;
};

/** Creates the function that searches one rung and counts its organic results. */
export const createRungSearch =
  (
    reader: ProductReader,
    source: Source,
    request: RungRequest,
    report: (part: string, cause: unknown) => void,
  ): TryRung =>
  async (strategy, ahead) => {
    if (strategy.from === 'looks' && !source.hasLooks) return { kind: 'no-picture' };
    try {
      return await searchRung(reader, buildQuestion(reader, source, request, strategy, ahead), strategy);
    } catch (cause) {
      report(`strategy ${strategy.rank}`, cause);
      return { kind: 'failed' };
    }
  };

/**
 * Uses a single search where possible: a set without pins that has enough results with the filter also has enough
 * without it. A later rung always counts, because whether it adds something must not depend on the filter. Otherwise a second search counts the organic results, without hits and facets. An explanation shows
 * the exact number, so it always counts.
 */
const searchRung = async (
  reader: ProductReader,
  question: SearchQuery,
  strategy: Strategy,
): Promise<RungOutcome> => {
  const set = await reader.search(question);
  const unpinned = question.arrangement.pins.length === 0;
  const organic = unpinned ? set.count : await countResults(reader, withoutPins(question));
  const isFirst = question.ahead === undefined;
  const isEnough = isFirst && organic >= strategy.minimumResults && !question.explain;
  if (question.filter === null || isEnough) {
    return { kind: 'set', set, results: organic, organic };
  }
  const results = await countResults(reader, {
    ...withoutPins(question),
    filter: null,
  });
  return { kind: 'set', set, results, organic };
};

const countResults = async (reader: ProductReader, question: SearchQuery): Promise<number> => {
  const set = await reader.search({
    ...question,
    page: { skip: 0, take: 0 },
    facets: [],
    explain: false,
  });
  return set.count;
};

const withoutPins = (question: SearchQuery): SearchQuery => {
  return { ...question, arrangement: { ...question.arrangement, pins: [] } };
};

/** The query of a rung behind those that are `ahead`. */
export const buildQuestion = (
  reader: ProductReader,
  source: Source,
  request: RungRequest,
  strategy: Strategy,
  ahead: readonly Strategy[],
): SearchQuery => {
  const { box, filter, arrangement, orderBy, page, top, explain } = request;
  const buildRung = (rung: Strategy): QueryRung => ({
    seed: buildSeed(reader, source, request, rung),
    same: { fields: box.sameAsSource, mode: rung.searchMode },
  });
  return {
    ...buildRung(strategy),
    ...(ahead.length > 0 && { ahead: ahead.map(buildRung) }),
    exclude: box.exclude,
    filter,
    minimumScore: box.minimumScore,
    candidates: box.candidates,
    arrangement,
    orderBy,
    page: { skip: (page - 1) * top, take: top },
    facets: facetFields(reader.fields, box),
    explain,
  };
};

const buildSeed = (
  { titleWeight = null }: ProductReader,
  source: Source,
  { box, synonyms }: RungRequest,
  strategy: Strategy,
): Seed => {
  if (strategy.from === 'looks')
    return { kind: 'looks', source, weights: resolveWeights(box.weights, titleWeight) };
  const { searchMode, fuzzySensitiveness, minimumFuzzyTermLength, enableFuzzyNumberMatch } = strategy;
  const words = { text: source.text, searchMode, synonyms };
  return {
    kind: 'text',
    source,
    query: {
      ...words,
      fuzzySensitiveness,
      minimumFuzzyTermLength,
      enableFuzzyNumberMatch,
    },
  };
};
