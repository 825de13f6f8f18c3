import type { Suggestion, WantedProduct } from '../../../domain/suggestion.ts';
import { createSafetyTest } from '../guards/blocked-words.ts';
import { guardDefaults, findRefusal } from '../guards/refusal.ts';
import type { BehaviourEvent } from '../log/event.ts';
import type { Behaviour, Pattern } from './behaviour.ts';
import {
  type NormalisedQuery,
  normaliseQuery,
  type Candidate,
  type FindCandidates,
  createCandidateFinder,
} from './candidates.ts';
import { createSpellingCorrector, type IsCatalogueWord } from './spelling-correction.ts';
import { createBehaviourCollector } from './behaviour-collector.ts';
import { type MiningOptions, miningDefaults } from './mining-options.ts';
import { rankCandidates, type SuggestOptions } from './suggest.ts';
import { createTermIndex } from './term-index.ts';
import { signalWeights } from './weights.ts';

export type LearnOptions = {
  readonly mining: MiningOptions;
  readonly shoppersAtLeast: number;
  readonly blockedWords: readonly string[];
  /** Whether a text finds products; null where the website has no product dataset. */
  readonly findsProducts: ((text: string) => boolean) | null;
  /** Whether a word occurs in the catalogue; null where the website has no product dataset. */
  readonly isCatalogueWord: IsCatalogueWord | null;
  /** Cache the candidates of each pattern, for callers that repeat patterns. */
  readonly cacheCandidates: boolean;
  /** Off only to measure what the guards cost. */
  readonly guards: boolean;
  readonly suggest: SuggestOptions;
};

export const learnDefaults: LearnOptions = {
  mining: miningDefaults,
  shoppersAtLeast: guardDefaults.shoppersAtLeast,
  blockedWords: [],
  findsProducts: null,
  isCatalogueWord: null,
  cacheCandidates: false,
  guards: true,
  suggest: { size: 10, weights: signalWeights },
};

/** Suggestions and corrections learnt from behaviour. */
export type LearntKeywords = {
  readonly behaviour: Behaviour;
  readonly shoppersAtLeast: number;
  /** For any pattern, seen before or not. */
  suggest(pattern: string, options?: Partial<SuggestOptions>): Suggestion[];
  /** Products that enough shoppers wanted with a pattern, most wanted first. */
  wantedProducts(pattern: string): WantedProduct[];
  /** The candidates that `suggest` ranks. */
  readonly candidates: (pattern: string) => Candidate[];
  /** The correct spelling of a misspelt pattern; null when it needs no correction. */
  findCorrection(pattern: string): string | null;
};

export const learnKeywords = (
  events: Iterable<BehaviourEvent>,
  options: LearnOptions = learnDefaults,
): LearntKeywords => {
  const collector = createBehaviourCollector(options.mining);
  for (const event of events) collector.add(event);
  return learnFromBehaviour(collector.finish(), options);
};

export const learnFromBehaviour = (behaviour: Behaviour, options: LearnOptions): LearntKeywords => {
  const { language } = options.mining;
  const searched = behaviour.patterns.filter((pattern) => pattern.shoppers > 0);
  const index = createTermIndex(searched);
  const corrector = createSpellingCorrector(behaviour, index, options.isCatalogueWord);
  const allowed = new Set(
    options.guards ? applyGuards(behaviour, searched, corrector.findCorrection, options) : searched,
  );
  const findUncached = createCandidateFinder(behaviour, index, (pattern) => allowed.has(pattern));
  const findCandidates = options.cacheCandidates ? withCache(findUncached) : findUncached;
  /** Replaces a misspelt pattern by its correction. */
  const resolveQuery = (pattern: string): NormalisedQuery => {
    const query = normaliseQuery(pattern, language);
    return corrector.findCorrection(query) ?? query;
  };
  return {
    behaviour,
    shoppersAtLeast: options.shoppersAtLeast,
    suggest: (pattern, overrides = {}) => {
      const query = resolveQuery(pattern);
      return rankCandidates(query, findCandidates(query), { ...options.suggest, ...overrides });
    },
    wantedProducts: (pattern) => findWantedProducts(behaviour, resolveQuery(pattern).key, options),
    candidates: (pattern) => findCandidates(resolveQuery(pattern)),
    findCorrection: (pattern) =>
      corrector.findCorrection(normaliseQuery(pattern, language))?.displayText ?? null,
  };
};

/** Products kept for a pattern. */
const wantedProductLimit = 24;

const findWantedProducts = (
  behaviour: Behaviour,
  key: string,
  { shoppersAtLeast }: LearnOptions,
): WantedProduct[] => {
  const { patternProducts } = behaviour;
  const id = behaviour.find(key)?.id ?? -1;
  return patternProducts
    .from(id)
    .filter(({ shoppers }) => shoppers >= shoppersAtLeast)
    .slice(0, wantedProductLimit)
    .map(({ to, weight, shoppers, lastSeen }) => ({
      identifier: behaviour.productIdentifier(to),
      share: Math.round((weight / patternProducts.total(id)) * 1e4) / 1e4,
      shoppers,
      lastSeen: new Date(lastSeen).toISOString().slice(0, 10),
    }));
};

const withCache = (findUncached: FindCandidates): FindCandidates => {
  const cache = new Map<string, Candidate[]>();
  return (query) => {
    const candidates = cache.get(query.text) ?? findUncached(query);
    cache.set(query.text, candidates);
    return candidates;
  };
};

/** Patterns that may be suggested. */
const applyGuards = (
  behaviour: Behaviour,
  searched: readonly Pattern[],
  findCorrection: (query: NormalisedQuery) => Pattern | null,
  { shoppersAtLeast, findsProducts, isCatalogueWord, blockedWords, mining: { language } }: LearnOptions,
): Pattern[] => {
  const findUnsafe = createSafetyTest({ language, blockedWords, isCatalogueWord, findsProducts });
  const guards = { shoppersAtLeast, findUnsafe, findsProducts, hasClicks: behaviour.hasClicks };
  return searched.filter(
    (pattern) => findRefusal(pattern, guards) === null && findCorrection(pattern) === null,
  );
};
