import type { Evidence, Suggestion } from '../domain/suggestion.ts';
import { pathLevels } from '../domain/product.ts';
import { isNearDuplicate } from './near-duplicate.ts';
import { compact, type Phrase } from './phrase.ts';

/** What each signal can add to a suggestion's score at most. */
export const relateWeights = { terms: 0.5, category: 0.2, popularity: 0.2, catalogue: 0.1 } as const;

export const relateDefaults = {
  /** Ready suggestions in each direction. */
  perDirection: 12,
  /** Phrases looked at for one word or category: the most popular ones. */
  perWord: 400,
  perCategory: 60,
  /** With fewer of them in its own category, a phrase is related to those of the category above. */
  enough: 4,
  /** What a category above counts against the own one. */
  aboveShare: 0.5,
  /** What a suggestion keeps of its score for each earlier one that brings the same new word. */
  repetition: 0.8,
} as const;

type Candidate = Suggestion & { readonly phrase: Phrase };

/** Phrases by word and by category, most popular first, and what a word tells. */
type PhraseIndex = {
  readonly byWord: ReadonlyMap<string, readonly Phrase[]>;
  readonly byCategory: ReadonlyMap<string, readonly Phrase[]>;
  readonly rarity: (word: string) => number;
  readonly mostPopular: number;
  readonly mostProducts: number;
};

const grouped = <K>(
  phrases: readonly Phrase[],
  keys: (phrase: Phrase) => Iterable<K>,
  most: number,
): Map<K, Phrase[]> => {
  const groups = new Map<K, Phrase[]>();
  for (const phrase of phrases) {
    for (const key of keys(phrase)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [phrase]);
      else if (group.length < most) group.push(phrase);
    }
  }
  return groups;
};

const indexPhrases = (phrases: readonly Phrase[]): PhraseIndex => {
  const sorted = phrases
    .filter(({ products }) => products !== 0)
    .sort(
      (a, b) =>
        b.popularity - a.popularity || (b.products ?? 0) - (a.products ?? 0) || (a.text < b.text ? -1 : 1),
    );
  const uses = new Map<string, number>();
  for (const { words } of phrases)
    for (const word of new Set(words)) uses.set(word, (uses.get(word) ?? 0) + 1);
  return {
    byWord: grouped(sorted, ({ words }) => new Set(words), relateDefaults.perWord),
    byCategory: grouped(
      sorted,
      ({ category }) => (category === null ? [] : pathLevels(category)),
      relateDefaults.perCategory,
    ),
    rarity: (word) => Math.log(1 + phrases.length / (uses.get(word) ?? 1)),
    mostPopular: sorted.reduce((most, { popularity }) => Math.max(most, popularity), 1),
    mostProducts: sorted.reduce((most, { products }) => Math.max(most, products ?? 0), 1),
  };
};

/** Rarity-weighted share of words that both have. */
const overlap = (a: readonly string[], b: readonly string[], rarity: (word: string) => number): number => {
  const sum = (words: Iterable<string>): number =>
    [...words].reduce((total, word) => total + rarity(word), 0);
  const shared = a.filter((word) => b.includes(word));
  return shared.length === 0 ? 0 : sum(shared) / sum(new Set([...a, ...b]));
};

const portion = (part: number, most: number): number => Math.log1p(part) / Math.log1p(most);

/** 1 in the same category, less in one above or below it, 0 elsewhere. */
const nearness = (a: string | null, b: string | null): number => {
  if (a === null || b === null) return 0;
  if (a === b) return 1;
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  return longer.startsWith(`${shorter}/`) || parentOf(a) === parentOf(b) ? relateDefaults.aboveShare : 0;
};

const parentOf = (category: string): string | null =>
  category.includes('/') ? category.slice(0, category.lastIndexOf('/')) : null;

const evidenceFor = (pattern: Phrase, other: Phrase, index: PhraseIndex): Evidence[] => {
  const terms = relateWeights.terms * overlap(pattern.words, other.words, index.rarity);
  const near = nearness(pattern.category, other.category);
  if (terms === 0 && near === 0) return [];
  const popularity = relateWeights.popularity * portion(other.popularity, index.mostPopular);
  const catalogue =
    relateWeights.category * near +
    relateWeights.catalogue * portion(other.products ?? 0, index.mostProducts);
  const evidence: Evidence[] = [
    { signal: 'terms', weight: terms },
    { signal: 'popularity', weight: popularity },
    { signal: 'catalogue', weight: catalogue, ...(other.products !== null && { products: other.products }) },
  ];
  return evidence.filter(({ weight }) => weight > 0);
};

/** Those of its category and, where these are few, of the one above. */
const inCategory = (category: string | null, index: PhraseIndex): readonly Phrase[] => {
  if (category === null) return [];
  const own = index.byCategory.get(category) ?? [];
  const above = parentOf(category);
  return own.length >= relateDefaults.enough || above === null
    ? own
    : [...own, ...(index.byCategory.get(above) ?? [])];
};

const narrows = (pattern: Phrase, other: Phrase): boolean =>
  other.words.length > pattern.words.length && pattern.words.every((word) => other.words.includes(word));

const candidatesFor = (pattern: Phrase, index: PhraseIndex): Candidate[] => {
  const near = new Set([
    ...pattern.words.flatMap((word) => index.byWord.get(word) ?? []),
    ...inCategory(pattern.category, index),
  ]);
  near.delete(pattern);
  return [...near].flatMap((phrase) => {
    const evidence = evidenceFor(pattern, phrase, index);
    if (evidence.length === 0 || isNearDuplicate(pattern, phrase)) return [];
    const score = evidence.reduce((total, { weight }) => total + weight, 0);
    const direction = narrows(pattern, phrase) ? 'refine' : 'next';
    return [{ text: phrase.text, displayText: phrase.displayText, score, direction, evidence, phrase }];
  });
};

const bestFirst = (a: Suggestion, b: Suggestion): number => b.score - a.score || (a.text < b.text ? -1 : 1);

/** Best first, each weighed down by the new words it repeats, and nothing twice. */
const diverse = (pattern: Phrase, candidates: readonly Candidate[], size: number): Candidate[] => {
  const chosen: Candidate[] = [];
  const seen = new Map<string, number>();
  let rest = [...candidates].sort(bestFirst).slice(0, size * 8);
  const newWords = ({ phrase }: Candidate): string[] =>
    phrase.words.filter((word) => !pattern.words.includes(word));
  const worth = (candidate: Candidate): number =>
    candidate.score *
    relateDefaults.repetition ** Math.max(0, ...newWords(candidate).map((word) => seen.get(word) ?? 0));
  while (chosen.length < size && rest.length > 0) {
    const best = rest.reduce((a, b) => (worth(b) > worth(a) ? b : a));
    chosen.push({ ...best, score: worth(best) });
    for (const word of newWords(best)) seen.set(word, (seen.get(word) ?? 0) + 1);
    rest = rest.filter((other) => other !== best && !isNearDuplicate(best.phrase, other.phrase));
  }
  return chosen;
};

const withoutPhrase = ({ phrase: _, ...suggestion }: Candidate): Suggestion => suggestion;

/** The ready list of each phrase: what narrows it and what leads elsewhere, each with its evidence. */
export const relate = (phrases: readonly Phrase[]): ((pattern: Phrase) => Suggestion[]) => {
  const index = indexPhrases(phrases);
  return (pattern) => {
    const candidates = candidatesFor(pattern, index);
    const lists = (['refine', 'next'] as const).flatMap((direction) =>
      diverse(
        pattern,
        candidates.filter((candidate) => candidate.direction === direction),
        relateDefaults.perDirection,
      ),
    );
    return onlyOnce(lists.sort(bestFirst)).map(withoutPhrase);
  };
};

/** A refinement and a parallel move can be typos of each other. */
const onlyOnce = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(
    (candidate, place) =>
      !candidates.slice(0, place).some((earlier) => isNearDuplicate(earlier.phrase, candidate.phrase)) &&
      compact(candidate.phrase.words) !== '',
  );
