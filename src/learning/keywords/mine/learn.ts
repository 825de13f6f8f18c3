import { type Learning, learningDefaults } from '../../../domain/dataset.ts';
import { tokenize } from '../../../domain/normal-form.ts';
import type { Suggestion, WantedProduct } from '../../../domain/suggestion.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { createSafetyTest } from '../guards/blocked-words.ts';
import { findRefusal } from '../guards/refusal.ts';
import type { BehaviourEvent } from '../log/event.ts';
import { createBehaviourCollector, type MiningOptions, type Behaviour, type Pattern } from './behaviour.ts';
import { createCandidateFinder, type NormalisedQuery, normaliseQuery } from './candidates.ts';
import { createSpellingCorrector } from './spelling-correction.ts';
import { rankCandidates } from './suggest.ts';
import { createTermIndex } from './term-index.ts';

/** What a catalogue knows; null where the website has no product dataset. */
export type CatalogueWords = {
  readonly findsProducts: ((text: string) => boolean) | null;
  readonly isCatalogueWord: ((word: string) => boolean) | null;
};

export type LearnOptions = MiningOptions &
  Pick<Learning, 'shoppersAtLeast' | 'blockedWords'> &
  CatalogueWords & {
    /** Off only to measure what the guards cost. */
    readonly guards: boolean;
  };

export const learnDefaults: LearnOptions = {
  language: 'en',
  halfLifeDays: learningDefaults.halfLifeDays,
  shoppersAtLeast: learningDefaults.shoppersAtLeast,
  blockedWords: [],
  findsProducts: null,
  isCatalogueWord: null,
  guards: true,
};

/** How the guards ask a catalogue for its words. */
export const readCatalogueWords = (catalogue: Catalogue | null, language: string): CatalogueWords => ({
  isCatalogueWord: catalogue && ((word) => catalogue.words.has(word)),
  findsProducts: catalogue && ((text) => catalogue.find(tokenize(text, language)).products > 0),
});

export const learnOptionsFor = (
  language: string,
  { halfLifeDays, shoppersAtLeast, blockedWords }: Partial<Learning>,
  catalogue: Catalogue | null,
): LearnOptions => ({
  ...learnDefaults,
  language,
  ...(halfLifeDays !== undefined && { halfLifeDays }),
  ...(shoppersAtLeast !== undefined && { shoppersAtLeast }),
  ...(blockedWords !== undefined && { blockedWords }),
  ...readCatalogueWords(catalogue, language),
});

/** Reads one event at a time; null when there are none. */
export const learnFromLog = async (
  events: AsyncIterable<BehaviourEvent> | Iterable<BehaviourEvent>,
  options: LearnOptions,
): Promise<LearntKeywords | null> => {
  const collector = createBehaviourCollector(options);
  let isEmpty = true;
  for await (const event of events) {
    collector.add(event);
    isEmpty = false;
  }
  return isEmpty ? null : learnFromBehaviour(collector.finish(), options);
};

/** Suggestions and corrections learnt from behaviour. */
export type LearntKeywords = ReturnType<typeof learnFromBehaviour>;

export const learnFromBehaviour = (behaviour: Behaviour, options: LearnOptions) => {
  const { language, shoppersAtLeast } = options;
  const searched = behaviour.patterns.filter((pattern) => pattern.shoppers > 0);
  const index = createTermIndex(searched);
  const correct = createSpellingCorrector(behaviour, index, options.isCatalogueWord);
  const allowed = new Set(options.guards ? applyGuards(behaviour, searched, correct, options) : searched);
  const findCandidates = createCandidateFinder(behaviour, index, (pattern) => allowed.has(pattern));
  /** Replaces a misspelt pattern by its correction. */
  const resolveQuery = (pattern: string): NormalisedQuery => {
    const query = normaliseQuery(pattern, language);
    return correct(query) ?? query;
  };
  /** What `suggest` ranks, for a misspelt pattern that of its correction. */
  const candidates = (pattern: string) => {
    const query = resolveQuery(pattern);
    return { query, candidates: findCandidates(query) };
  };
  return {
    behaviour,
    shoppersAtLeast,
    /** For any pattern, seen before or not. */
    suggest: (pattern: string, size = 10): Suggestion[] => {
      const found = candidates(pattern);
      return rankCandidates(found.query, found.candidates, size);
    },
    /** Products that enough shoppers wanted with a pattern, most wanted first. */
    wantedProducts: (pattern: string): WantedProduct[] =>
      findWantedProducts(behaviour, resolveQuery(pattern).key, shoppersAtLeast),
    candidates,
    /** The correct spelling of a misspelt pattern; null when it needs no correction. */
    findCorrection: (pattern: string): string | null =>
      correct(normaliseQuery(pattern, language))?.displayText ?? null,
  };
};

/** Products kept for a pattern. */
const wantedProductLimit = 24;

const findWantedProducts = (behaviour: Behaviour, key: string, shoppersAtLeast: number): WantedProduct[] => {
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

const applyGuards = (
  { hasClicks }: Behaviour,
  searched: readonly Pattern[],
  correct: (query: NormalisedQuery) => Pattern | null,
  { shoppersAtLeast, ...options }: LearnOptions,
): Pattern[] => {
  const { findsProducts } = options;
  const guards = { shoppersAtLeast, findUnsafe: createSafetyTest(options), findsProducts, hasClicks };
  return searched.filter((pattern) => findRefusal(pattern, guards) === null && correct(pattern) === null);
};
