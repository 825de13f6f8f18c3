import { wordOrderKey, wordsOf } from '../domain/normal-form.ts';
import type { Suggestion } from '../domain/suggestion.ts';
import type { Catalogue, CatalogueItem } from './catalogue.ts';
import { namesOf, runsOf } from './combinations.ts';
import { isFiller } from '../domain/filler-words.ts';
import type { Phrase } from './phrase.ts';
import { relateWeights } from './relate-weights.ts';

export const termDefaults = {
  /** Terms with most products are kept. */
  most: 40_000,
  lettersAtLeast: 2,
  /** Products of a term that are looked at for what they are called. */
  products: 300,
  suggestions: 12,
  /** Products whose own names are taken where nothing else is known of a term. */
  ownNames: 3,
  /** And so many of the same brand. */
  siblings: 10,
  /** With fewer, what is related to the best of them fills up. */
  enough: 6,
} as const;

/**
 * Single words that lead to something in this catalogue: a pattern that nobody ever typed is understood by the
 * rarest of them. They are answered for, and never suggested.
 */
export const catalogueTerms = ({ words }: Pick<Catalogue, 'words'>): string[] =>
  [...words]
    .filter(([word]) => word.length >= termDefaults.lettersAtLeast && /\p{L}/u.test(word) && !isFiller(word))
    .sort(([a, some], [b, others]) => others.size - some.size || (a < b ? -1 : 1))
    .slice(0, termDefaults.most)
    .map(([word]) => word);

/**
 * What the products that carry a term are called, most telling first: what most of them are called, and few
 * others. What is everywhere says little about any of them.
 */
export const relateTerms = (
  catalogue: Catalogue,
  phrases: readonly Phrase[],
  language: string,
  listOf: (phrase: Phrase) => readonly Suggestion[],
): ((term: string) => Suggestion[]) => {
  const byKey = new Map(phrases.map((phrase) => [wordOrderKey(phrase.text, language), phrase]));
  const called = new Map<number, Phrase[]>();
  const phrasesOf = (place: number): Phrase[] => {
    const known = called.get(place) ?? namedAs(catalogue.items[place], byKey, language);
    called.set(place, known);
    return known;
  };
  return (term) => {
    const carriers = [...(catalogue.words.get(term) ?? [])].slice(0, termDefaults.products);
    const counts = new Map<Phrase, number>();
    for (const phrase of carriers.flatMap(phrasesOf)) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
    counts.delete(byKey.get(term) as Phrase);
    const named = [...counts]
      .map(([phrase, count]) => toSuggestion(term, phrase, count / carriers.length))
      .sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
    const chosen = withoutParts(named, termDefaults.suggestions);
    const best = byKey.get(wordOrderKey(chosen[0]?.text ?? '', language));
    if (chosen.length >= termDefaults.enough) return chosen;
    const others = best === undefined ? [] : listOf(best);
    const fill = others.filter(({ text }) => chosen.every((each) => each.text !== text));
    const filled = [
      ...chosen,
      ...withoutParts(fill, termDefaults.enough - chosen.length).map((each) => further(each, chosen)),
    ];
    if (filled.length >= termDefaults.enough) return filled;
    const rare = ownNames(catalogue, carriers, language)
      .map((phrase) => toSuggestion(term, phrase, rareShare))
      .filter(({ text }) => text !== term);
    return withoutParts([...filled, ...rare], termDefaults.enough);
  };
};

/** Names that few products carry stand below all others. */
const rareShare = 0.001;

/** A term of very few products: what these, and others of their brand, are called, however rarely. */
const ownNames = (
  catalogue: Catalogue,
  carriers: readonly number[],
  language: string,
): Pick<Phrase, 'text' | 'displayText' | 'words' | 'products'>[] => {
  const { items, words: places } = catalogue;
  const own = carriers.slice(0, termDefaults.ownNames);
  const brands = own.flatMap((place) => wordsOf(items[place]?.brand ?? '', language).slice(0, 1));
  const siblings = brands.flatMap((brand) => [...(places.get(brand) ?? [])].slice(0, termDefaults.siblings));
  const names = [...own, ...siblings].flatMap((place) => {
    const item = items[place];
    return item === undefined ? [] : [...runsOf(item)].filter((run) => run.split(' ').length === 2);
  });
  return [...new Set(names)].map((displayText) => {
    const words = wordsOf(displayText, language);
    return { text: words.join(' '), displayText, words, products: catalogue.find(words).products };
  });
};

/** `arch file` says nothing beside `lever arch file`; the better of the two stays. */
const withoutParts = (suggestions: readonly Suggestion[], most: number): Suggestion[] => {
  const chosen: { readonly words: ReadonlySet<string>; readonly suggestion: Suggestion }[] = [];
  for (const suggestion of suggestions) {
    if (chosen.length >= most) break;
    const words = new Set(suggestion.text.split(' '));
    if (!chosen.some((other) => isPart(words, other.words) || isPart(other.words, words)))
      chosen.push({ words, suggestion });
  }
  return chosen.map(({ suggestion }) => suggestion);
};

const isPart = (words: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  [...words].every((word) => whole.has(word));

/** A step away from the term: it stands below all that is right there. */
const further = (suggestion: Suggestion, chosen: readonly Suggestion[]): Suggestion => {
  const score = (suggestion.score * (chosen.at(-1)?.score ?? 1)) / 2;
  const products = suggestion.evidence.find((each) => each.products !== undefined)?.products;
  return {
    ...suggestion,
    score,
    direction: 'next',
    evidence: [{ signal: 'catalogue', weight: score, ...(products !== undefined && { products }) }],
  };
};

const namedAs = (
  item: CatalogueItem | undefined,
  byKey: ReadonlyMap<string, Phrase>,
  language: string,
): Phrase[] => {
  if (item === undefined) return [];
  const keys = new Set([...namesOf(item), ...runsOf(item)].map((name) => wordOrderKey(name, language)));
  return [...keys].flatMap((key) => byKey.get(key) ?? []);
};

const toSuggestion = (
  term: string,
  phrase: Pick<Phrase, 'text' | 'displayText' | 'words' | 'products'>,
  share: number,
): Suggestion => {
  const products = phrase.products ?? 0;
  const score = ((relateWeights.category + relateWeights.catalogue) * share) / Math.log2(2 + products);
  return {
    text: phrase.text,
    displayText: phrase.displayText,
    score,
    direction: phrase.words.includes(term) && phrase.words.length > 1 ? 'refine' : 'next',
    evidence: [{ signal: 'catalogue', weight: score, products }],
  };
};
