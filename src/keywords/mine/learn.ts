import type { Suggestion, WantedProduct } from '../../domain/suggestion.ts';
import type { KeywordEntry } from '../../engine/engine.ts';
import { createBlockedWordTest } from '../guards/blocked-words.ts';
import { guardDefaults, type Refusal, findRefusal } from '../guards/refusal.ts';
import type { BehaviourEvent } from '../log/event.ts';
import type { Behaviour, Pattern } from './behaviour.ts';
import {
  type NormalisedQuery,
  normaliseQuery,
  type Candidate,
  candidateDefaults,
  type FindCandidates,
  type CandidateOptions,
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
  readonly candidates: CandidateOptions;
  readonly shoppersAtLeast: number;
  readonly blockedWords: readonly string[];
  /** Whether a text finds products; null where the website has no product dataset. */
  readonly findsProducts: ((text: string) => boolean) | null;
  /** Whether the catalogue writes a word so; null where the website has no product dataset. */
  readonly isCatalogueWord: IsCatalogueWord | null;
  /** Keep what was found for each pattern, where the same are asked again and again. */
  readonly cacheCandidates: boolean;
  /** Off only to measure what the guards cost. */
  readonly guards: boolean;
  readonly suggest: SuggestOptions;
};

export const learnDefaults: LearnOptions = {
  mining: miningDefaults,
  candidates: candidateDefaults,
  shoppersAtLeast: guardDefaults.shoppersAtLeast,
  blockedWords: [],
  findsProducts: null,
  isCatalogueWord: null,
  cacheCandidates: false,
  guards: true,
  suggest: {
    size: 10,
    weights: signalWeights,
    directions: ['refine', 'next'],
    mergeSpellings: true,
    fillWithPopular: false,
  },
};

/** What was learnt from shoppers, and can be asked. */
export type LearntKeywords = {
  readonly behaviour: Behaviour;
  readonly shoppersAtLeast: number;
  /** Ready lists for every pattern that may itself be shown, most popular first. */
  entries(size: number): Generator<KeywordEntry>;
  /** For any pattern, seen before or not. */
  suggest(pattern: string, options?: Partial<SuggestOptions>): Suggestion[];
  /** Products that enough shoppers wanted with a pattern, most wanted first. */
  wantedProducts(pattern: string): WantedProduct[];
  /** What `suggest` chooses from. */
  readonly candidates: (pattern: string) => Candidate[];
  /** The pattern most shoppers mean by this spelling; null when it needs no correction. */
  findCorrection(pattern: string): string | null;
  /** Patterns that are known but not suggested, by reason. */
  readonly refusalCounts: ReadonlyMap<Refusal | 'misspelt', number>;
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
  const spellings = createSpellingCorrector(behaviour, index, options.isCatalogueWord);
  const { allowed, refused } = options.guards
    ? sift(behaviour, searched, spellings.findCorrection, options)
    : { allowed: new Set(searched), refused: new Map<Refusal, number>() };
  const choose = createCandidateFinder(
    behaviour,
    index,
    (pattern) => allowed.has(pattern),
    options.candidates,
  );
  const find = options.cacheCandidates ? remembered(choose) : choose;
  /** A pattern that is misspelt is answered as the one that was meant. */
  const ask = (pattern: string): NormalisedQuery => {
    const asked = normaliseQuery(pattern, language);
    return spellings.findCorrection(asked) ?? asked;
  };
  const suggest: LearntKeywords['suggest'] = (pattern, changes = {}) => {
    const asked = ask(pattern);
    return rankCandidates(asked, find(asked), { ...options.suggest, ...changes });
  };
  return {
    behaviour,
    shoppersAtLeast: options.shoppersAtLeast,
    refusalCounts: refused,
    suggest,
    wantedProducts: (pattern) => wantedWith(behaviour, ask(pattern).key, options),
    candidates: (pattern) => find(ask(pattern)),
    findCorrection: (pattern) =>
      spellings.findCorrection(normaliseQuery(pattern, language))?.displayText ?? null,
    *entries(size) {
      for (const pattern of [...allowed].sort((a, b) => b.popularity - a.popularity || a.id - b.id))
        yield {
          text: pattern.text,
          displayText: pattern.displayText,
          popularity: pattern.popularity,
          suggestions: suggest(pattern.displayText, { size }),
        };
    },
  };
};

/** Products kept for a pattern. */
const mostWanted = 24;

const wantedWith = (
  behaviour: Behaviour,
  key: string,
  { shoppersAtLeast }: LearnOptions,
): WantedProduct[] => {
  const { patternProducts } = behaviour;
  const id = behaviour.find(key)?.id ?? -1;
  return patternProducts
    .from(id)
    .filter(({ shoppers }) => shoppers >= shoppersAtLeast)
    .slice(0, mostWanted)
    .map(({ to, weight, shoppers, lastSeen }) => ({
      identifier: behaviour.productIdentifier(to),
      share: Math.round((weight / patternProducts.total(id)) * 1e4) / 1e4,
      shoppers,
      lastSeen: new Date(lastSeen).toISOString().slice(0, 10),
    }));
};

const remembered = (choose: FindCandidates): FindCandidates => {
  const known = new Map<string, Candidate[]>();
  return (asked) => {
    const found = known.get(asked.text) ?? choose(asked);
    known.set(asked.text, found);
    return found;
  };
};

/** Which patterns may be suggested, and why the others may not. */
const sift = (
  behaviour: Behaviour,
  searched: readonly Pattern[],
  correctionOf: (asked: NormalisedQuery) => Pattern | null,
  options: LearnOptions,
) => {
  const isBlocked = createBlockedWordTest(options.mining.language, options.blockedWords);
  const { shoppersAtLeast, findsProducts } = options;
  const allowed = new Set<Pattern>();
  const refused = new Map<Refusal | 'misspelt', number>();
  for (const pattern of searched) {
    const refusal =
      findRefusal(pattern, { shoppersAtLeast, isBlocked, findsProducts, hasClicks: behaviour.hasClicks }) ??
      (correctionOf(pattern) === null ? null : 'misspelt');
    if (refusal === null) allowed.add(pattern);
    else refused.set(refusal, (refused.get(refusal) ?? 0) + 1);
  }
  return { allowed, refused };
};
