import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { SearchBox } from '../../src/domain/box.ts';
import type { Strategy } from '../../src/domain/strategy.ts';
import { openEmbeddedEngine } from '../../src/engine/embedded/embedded.ts';
import { type Engine, noArrangement, type ProductReader } from '../../src/engine/engine.ts';
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

/** A catalogue for each seed, from the first one on; every answer that is not what the oracle says. */
export const runDraws = async (firstSeed: number, draws: number): Promise<DrawsReport> => {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-oracle-'));
  const engine = await openEmbeddedEngine({ folder });
  const found: Disagreement[] = [];
  const seen = new Map<string, number>();
  try {
    for (let done = 0, seed = firstSeed; done < draws; done += requestsPerCatalogue, seed += 1) {
      found.push(...(await runCatalogue(engine, seed, Math.min(requestsPerCatalogue, draws - done), seen)));
    }
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
  return { disagreements: found, eventCounts: seen };
};

const runCatalogue = async (
  engine: Engine,
  seed: number,
  draws: number,
  seen: Map<string, number>,
): Promise<Disagreement[]> => {
  const random = createRandom(seed);
  const rows = drawCatalogue(random);
  const boxes = random.list(6, 6, () => drawBox(random));
  const reader = await publish(engine, rows, boxes.slice(0, 4));
  const search = createImageSearch({ products: () => reader, now: () => nowMs, report: unexpected });
  const textScores = rememberedScores(reader, rows);
  const found: Disagreement[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    const request = drawRequest(random, random.pick(boxes));
    const filterText = request.filter && writeFilter(request.filter);
    const asked = { ...request, dataset, synonyms: [], explain: true, requestId: 'r', filterText };
    const wire = JSON.parse(
      presentImageSearch(asked, await search(asked)).toString('utf8'),
    ) as WireImageSearchResult;
    const told = comparable(wire);
    for (const what of happenings(told)) seen.set(what, (seen.get(what) ?? 0) + 1);
    const answer = createExpectedAnswer(rows, request, await textScores(request));
    const plain = { ...answer, ...understood(request, answer.count) };
    if (!isDeepStrictEqual(told, plain))
      found.push({ seed, draw, request: request, actual: told, expected: plain });
  }
  return found;
};

/** The first boxes have lists made for them, the others are answered by scans. */
const publish = async (
  engine: Engine,
  rows: readonly Row[],
  boxes: readonly SearchBox[],
): Promise<ProductReader> => {
  const plans = boxes.flatMap(({ weights, sameAsSource, exclude, candidates, strategies }) =>
    strategies
      .filter(({ from }) => from === 'looks')
      .map(({ searchMode }) => ({
        weights,
        same: { fields: sameAsSource, mode: searchMode },
        exclude,
        candidates,
      })),
  );
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

/** How well each row's words match, asked of the engine row by row: a pin has its own score. */
const rememberedScores = (reader: ProductReader, rows: readonly Row[]) => {
  const known = new Map<string, Map<string, number>>();
  return async ({ identifier, box }: DrawnRequest): Promise<TextScores> => {
    for (const strategy of box.strategies.filter(({ from }) => from === 'text')) {
      const key = `${identifier} ${strategy.searchMode}`;
      if (!known.has(key)) known.set(key, await scoresOf(reader, rows, identifier, strategy));
    }
    return (source, strategy) => {
      const scores = known.get(`${getIdentifier(source)} ${strategy.searchMode}`);
      return (row) => scores?.get(getIdentifier(row)) ?? null;
    };
  };
};

const scoresOf = async (
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
      seed: { kind: 'text', source, query: { text: source.text, searchMode, synonyms: [], ...fuzziness } },
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

const comparable = (wire: WireImageSearchResult) => {
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

/** What happened in an answer: draws in which nothing happens would agree about nothing. */
const happenings = (told: ReturnType<typeof comparable>): string[] => {
  const actions = new Set(told.moves.flatMap(({ by }) => by.map(([, action]) => String(action))));
  const values = (told.filters ?? []).flatMap((facet) => facet.values ?? []);
  const happened = {
    [told.resultStatus]: true,
    [`facets ${told.facetType}`]: told.filters !== null,
    'a later rung': told.rank > 1,
    'answered by words': told.hasQuery,
    filtered: told.filtered,
    sorted: told.sorting !== null,
    'a later page': Number(told.page) > 1 && told.documents.length > 0,
    'disabled values': values.some(({ disabled }) => disabled),
    banners: told.banners !== null,
    ads: (told.ads?.adResults ?? null) !== null,
    'intent clarification': told.intentClarification !== null,
    'a chosen tile': told.intentClarification?.selectedTile !== undefined,
  };
  const names = Object.entries(happened).filter(([, did]) => did);
  return [...names.map(([name]) => name), ...[...actions].map((action) => `moved by ${action}`)];
};

const understood = ({ top, page, box, orderBy }: DrawnRequest, count: number) => {
  const sorting = orderBy.map(({ field: name, order }) => ({ name, order }));
  const echoed = { facetType: box.facetType, page, sorting: sorting.length === 0 ? null : sorting };
  return { ...echoed, sizes: [count, top, top, top] };
};

const unexpected = (part: string, cause: unknown): never => {
  throw new Error(`${part} failed`, { cause });
};
