import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { SearchBox } from '../../src/domain/box.ts';
import type { Strategy } from '../../src/domain/strategy.ts';
import { openEmbeddedEngine } from '../../src/engine/embedded/embedded.ts';
import {
  type Engine,
  type NeighbourPlan,
  noArrangement,
  type ProductReader,
} from '../../src/engine/engine.ts';
import { allOf } from '../../src/domain/filter.ts';
import { writeFilter } from '../../src/domain/filter-text.ts';
import { presentImageSearch } from '../../src/http/image-search/presenter.ts';
import type { WireImageSearchResult } from '../../src/http/image-search/schema.ts';
import { createImageSearch } from '../../src/operations/image-search.ts';
import { drawCatalogue, fields } from './draw-catalogue.ts';
import { drawBox, type DrawnRequest, drawRequest, nowMs } from './draw-request.ts';
import { createExpectedAnswer, type TextScores } from './expected-answer.ts';
import { getIdentifier, type Row } from './row-rules.ts';
import { createRandom } from './random.ts';

export type Disagreement = {
  readonly seed: number;
  readonly draw: number;
  readonly request: unknown;
  readonly actual: unknown;
  readonly expected: unknown;
};

const dataset = 'oracle';
const requestsPerCatalogue = 100;

export type DrawsReport = {
  readonly disagreements: readonly Disagreement[];
  readonly eventCounts: ReadonlyMap<string, number>;
};

type DrawOptions = {
  readonly engine: Engine;
  /** Replaces the weights of the boxes, in turn. */
  readonly weights?: readonly SearchBox['weights'][];
};

/**
 * One catalogue for each seed, from the first one on; returns every answer that differs from the oracle's. Asks an
 * embedded engine in a folder of its own unless an engine is given.
 */
export const runDraws = async (
  firstSeed: number,
  draws: number,
  given?: DrawOptions,
): Promise<DrawsReport> => {
  if (given) return askEngine(given, firstSeed, draws);
  const folder = await mkdtemp(join(tmpdir(), 'kindred-oracle-'));
  const engine = await openEmbeddedEngine({ folder });
  try {
    return await askEngine({ engine }, firstSeed, draws);
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
};

const askEngine = async (options: DrawOptions, firstSeed: number, draws: number): Promise<DrawsReport> => {
  const disagreements: Disagreement[] = [];
  const eventCounts = new Map<string, number>();
  for (let done = 0, seed = firstSeed; done < draws; done += requestsPerCatalogue, seed += 1) {
    disagreements.push(
      ...(await runCatalogue(options, seed, Math.min(requestsPerCatalogue, draws - done), eventCounts)),
    );
  }
  return { disagreements, eventCounts };
};

const runCatalogue = async (
  { engine, weights = [] }: DrawOptions,
  seed: number,
  draws: number,
  eventCounts: Map<string, number>,
): Promise<Disagreement[]> => {
  const random = createRandom(seed);
  const rows = drawCatalogue(random);
  const boxes = random.list(6, 6, (index) => {
    const box = drawBox(random);
    return { ...box, weights: weights[index % weights.length] ?? box.weights };
  });
  const reader = await publish(engine, rows, boxes.slice(0, 4));
  const search = createImageSearch({ products: () => reader, now: () => nowMs, report: failOnReport });
  const textScores = memoizeTextScores(reader, rows);
  const disagreements: Disagreement[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    const request = drawRequest(random, random.pick(boxes));
    const given = allOf([request.filter, request.facetFilter]);
    const filterText = given && writeFilter(given);
    const call = { ...request, dataset, synonyms: [], explain: true, requestId: 'r', filterText };
    const wire = JSON.parse(
      presentImageSearch(call, await search(call)).toString('utf8'),
    ) as WireImageSearchResult;
    const actual = toComparable(wire);
    for (const event of listEvents(actual, request))
      eventCounts.set(event, (eventCounts.get(event) ?? 0) + 1);
    const answer = createExpectedAnswer(rows, request, await textScores(request));
    const expected = { ...answer, ...createEchoedParameters(request, answer.count) };
    if (!isDeepStrictEqual(actual, expected)) disagreements.push({ seed, draw, request, actual, expected });
  }
  return disagreements;
};

/** The neighbour plans of the boxes: one for each rung that compares pictures. */
const planBoxes = (boxes: readonly SearchBox[]): NeighbourPlan[] =>
  boxes.flatMap(({ weights, sameAsSource, exclude, candidates, strategies }) =>
    strategies
      .filter(({ from }) => from === 'looks')
      .map(({ searchMode }) => ({
        weights,
        same: { fields: sameAsSource, mode: searchMode },
        exclude,
        candidates,
      })),
  );

/** The first boxes get neighbour lists, the others are answered by scans. */
const publish = async (
  engine: Engine,
  rows: readonly Row[],
  boxes: readonly SearchBox[],
): Promise<ProductReader> => {
  const plans = planBoxes(boxes);
  const builder = await engine.buildProducts(dataset, { fields, language: 'en', model: 'oracle', plans });
  for (const row of rows) await builder.add(row);
  const { version } = await builder.finish();
  const before = engine.products(dataset)?.version;
  await engine.makeLive(dataset, version);
  if (before !== undefined && before !== version) await engine.discard(dataset, before);
  const reader = engine.products(dataset);
  if (reader === null) throw new Error('Nothing is live.');
  return reader;
};

/** The text score of each row, read from the engine by pinning one row at a time: a pin has its own score. */
const memoizeTextScores = (reader: ProductReader, rows: readonly Row[]) => {
  const scoresByQuery = new Map<string, Map<string, number>>();
  return async ({ identifier, box }: DrawnRequest): Promise<TextScores> => {
    for (const strategy of box.strategies.filter(({ from }) => from === 'text')) {
      const key = `${identifier} ${strategy.searchMode}`;
      if (!scoresByQuery.has(key))
        scoresByQuery.set(key, await readTextScores(reader, rows, identifier, strategy));
    }
    return (source, strategy) => {
      const scores = scoresByQuery.get(`${getIdentifier(source)} ${strategy.searchMode}`);
      return (row) => scores?.get(getIdentifier(row)) ?? null;
    };
  };
};

const readTextScores = async (
  reader: ProductReader,
  rows: readonly Row[],
  identifier: string,
  strategy: Strategy,
) => {
  const scores = new Map<string, number>();
  const source = await reader.source(identifier);
  if (source === null) return scores;
  const { searchMode, fuzzySensitiveness, minimumFuzzyTermLength, enableFuzzyNumberMatch } = strategy;
  const fuzziness = { fuzzySensitiveness, minimumFuzzyTermLength, enableFuzzyNumberMatch };
  for (const row of rows) {
    const { hits } = await reader.search({
      seed: {
        kind: 'text',
        source,
        query: {
          ...{ text: source.text(searchMode), searchMode, synonyms: [], ...fuzziness },
          // Less than a fifth of the words is no match.
          ...(searchMode === 'Any' && { minimumScore: 0.2 }),
        },
      },
      same: { fields: [], mode: 'Any' },
      exclude: null,
      filter: null,
      minimumScore: 0,
      candidates: 0,
      arrangement: { ...noArrangement, pins: [{ identifier: getIdentifier(row), position: 1 }] },
      orderBy: [],
      page: { skip: 0, take: 1 },
      facets: [],
      explain: false,
    });
    const [hit] = hits;
    if (hit !== undefined && hit.score > 0) scores.set(getIdentifier(row), hit.score);
  }
  return scores;
};

const toComparable = (wire: WireImageSearchResult) => {
  const named = (documents: WireImageSearchResult['documents']) =>
    documents?.map(({ document, score }) => [document?.['identifier'], score]);
  const { count, resultStatus, explain, ads } = wire;
  return {
    documents: named(wire.documents) ?? [],
    moves: (explain?.documents ?? []).map(({ position, organicPosition, campaigns }) => ({
      position,
      organicPosition,
      by: campaigns.map(({ ruleId, action }) => [ruleId, action]),
    })),
    filters: wire.filters,
    rank: wire.strategy.rank,
    count,
    resultStatus,
    hasQuery: wire.originalQuery !== null && wire.searchParameters.query === wire.originalQuery,
    filtered: wire.alteredFilter !== null,
    redirect: wire.redirect ?? null,
    banners: wire.banners ?? null,
    promotionDetail: wire.promotionDetail ?? null,
    intentClarification: wire.intentClarification ?? null,
    ads: ads === undefined ? null : { ...ads, adResults: named(ads.adResults) ?? null },
    facetType: wire.facetType,
    page: wire.searchParameters.page,
    sorting: wire.searchParameters.sorting,
    sizes: [wire.resultCount, wire.pageSize, wire.resultPerPage, wire.searchParameters.resultsPerPage],
  };
};

/** What happened in an answer, so that the test can require each event at least once. */
const listEvents = (actual: ReturnType<typeof toComparable>, { campaigns }: DrawnRequest): string[] => {
  const promotions = campaigns.flatMap(({ effect }) =>
    effect.kind === 'promotion' ? effect.promotions : [],
  );
  const namedPins = promotions.flatMap((each) => (each.action === 'pin' ? [each.identifier] : []));
  const pinned = actual.documents.filter((_, index) =>
    actual.moves[index]?.by.some(([, action]) => action === 'pin'),
  );
  const actions = new Set(actual.moves.flatMap(({ by }) => by.map(([, action]) => String(action))));
  const values = (actual.filters ?? []).flatMap((facet) => facet.values ?? []);
  const events = {
    [actual.resultStatus]: true,
    [`facets ${actual.facetType}`]: actual.filters !== null,
    'a later rung': actual.rank > 1,
    'answered by words': actual.hasQuery,
    filtered: actual.filtered,
    sorted: actual.sorting !== null,
    'a later page': Number(actual.page) > 1 && actual.documents.length > 0,
    'disabled values': values.some(({ disabled }) => disabled),
    banners: actual.banners !== null,
    ads: (actual.ads?.adResults ?? null) !== null,
    'intent clarification': actual.intentClarification !== null,
    'a pinned product by another variant': pinned.some(([name]) => !namedPins.includes(String(name))),
    'a chosen tile': actual.intentClarification?.selectedTile !== undefined,
  };
  const names = Object.entries(events).filter(([, did]) => did);
  return [...names.map(([name]) => name), ...[...actions].map((action) => `moved by ${action}`)];
};

const createEchoedParameters = ({ top, page, box, orderBy }: DrawnRequest, count: number) => {
  const sorting = orderBy.map(({ field: name, order }) => ({ name, order }));
  const echoed = { facetType: box.facetType, page, sorting: sorting.length === 0 ? null : sorting };
  return { ...echoed, sizes: [count, top, top, top] };
};

const failOnReport = (part: string, cause: unknown): never => {
  throw new Error(`${part} failed`, { cause });
};
