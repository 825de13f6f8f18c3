import { wordOrderKey, tokenize } from '../../domain/normal-form.ts';
import { compareSuggestions, type Suggestion } from '../../domain/suggestion.ts';
import { extractPhrasesAround } from '../catalogue/phrases-around-term.ts';
import type { Catalogue, CatalogueItem } from '../catalogue/catalogue.ts';
import { generateNames, generateNgrams } from '../catalogue/combinations.ts';
import type { ApplyCasing } from '../catalogue/casing.ts';
import type { Phrase } from './phrase.ts';
import { relateWeights } from './relate-weights.ts';
import { dropPartialPhrases } from './drop-partial-phrases.ts';

const relateTermDefaults = {
  /** Products of a term that are looked at for what they are called. */
  products: 300,
  suggestions: 12,
  /** With fewer phrases that say the term, the names of its products are asked; with fewer in all, what is near. */
  enough: 6,
  /** With fewer than these, names of a term's own products and of so many others of their brand are taken. */
  least: 3,
  ownNames: 3,
  siblings: 10,
  /** What is left of a share where a phrase does not say the term, where it is a brand and no more, and of a rare name. */
  unsaid: 0.25,
  onlyBrand: 0.2,
  rare: 0.001,
} as const;

type Sources = {
  readonly phrases: readonly Phrase[];
  readonly language: string;
  /** The ready list of a phrase. */
  readonly listOf: (phrase: Phrase) => readonly Suggestion[];
  readonly write: ApplyCasing;
};

type Named = Pick<Phrase, 'text' | 'displayText' | 'words' | 'products'>;

/**
 * What the products that carry a term are called, most telling first: what says the term itself, what most of them
 * are called and few others. What is everywhere says little about any of them.
 */
export const relateTerms = (
  catalogue: Catalogue,
  { phrases, language, listOf, write }: Sources,
): ((term: string) => Suggestion[]) => {
  const { enough, least, onlyBrand, rare } = relateTermDefaults;
  const keyOf = (text: string): string => wordOrderKey(text, language);
  const byKey = new Map(phrases.map((phrase) => [keyOf(phrase.text), phrase]));
  const brands = new Set(catalogue.items.map(({ brand }) => keyOf(brand ?? '')));
  const phrasesOf = createCallings(catalogue, byKey, language);
  const toNamed = (name: string): Named => {
    const words = tokenize(name, language);
    return {
      ...{ text: words.join(' '), displayText: write(name), words },
      products: catalogue.find(words).products,
    };
  };

  /** What the carriers are called, and what their names say around the term where too few phrases do. */
  const calledBy = (term: string, carriers: readonly number[]): Suggestion[] => {
    const rated = (phrase: Named, count: number): Suggestion =>
      toSuggestion(
        term,
        phrase,
        (count / carriers.length) * (brands.has(keyOf(phrase.text)) ? onlyBrand : 1),
      );
    const counts = countsOf(carriers.flatMap(phrasesOf));
    const known = [...counts].filter(([{ text }]) => text !== term);
    const isSaid = known.filter(([{ words }]) => words.includes(term)).length >= enough;
    const items = isSaid ? [] : carriers.flatMap((place) => catalogue.items[place] ?? []);
    const names = mostSaid(items, term, language).filter(([name]) => !byKey.has(keyOf(name)));
    const all = [
      ...known.map(([phrase, count]) => rated(phrase, count)),
      ...names.map(([name, count]) => rated(toNamed(name), count)),
    ];
    return dropPartialPhrases(all.sort(compareSuggestions), relateTermDefaults.suggestions);
  };

  /** What is related to the best of them that is known. */
  const near = (chosen: readonly Suggestion[]): Suggestion[] => {
    const best = chosen.map(({ text }) => byKey.get(keyOf(text))).find((phrase) => phrase !== undefined);
    const others = best ? listOf(best).filter(({ text }) => chosen.every((each) => each.text !== text)) : [];
    return dropPartialPhrases(others, enough - chosen.length).map((each) => further(each, chosen));
  };

  return (term) => {
    const carriers = [...(catalogue.words.get(term) ?? [])].slice(0, relateTermDefaults.products);
    const chosen = calledBy(term, carriers);
    const filled = chosen.length >= enough ? chosen : [...chosen, ...near(chosen)];
    if (filled.length >= least) return filled;
    const others = [...ownNames(catalogue, carriers, language)]
      .map((name) => toSuggestion(term, toNamed(name), rare))
      .filter(({ text }) => text !== term);
    return dropPartialPhrases([...filled, ...others], enough);
  };
};

/** The phrases that each product is called by; many terms ask for the same product. */
const createCallings = (
  { items }: Catalogue,
  byKey: ReadonlyMap<string, Phrase>,
  language: string,
): ((place: number) => Phrase[]) => {
  const called = new Map<number, Phrase[]>();
  return (place) => {
    const known = called.get(place) ?? namedAs(items[place], byKey, language);
    called.set(place, known);
    return known;
  };
};

const namedAs = (
  item: CatalogueItem | undefined,
  byKey: ReadonlyMap<string, Phrase>,
  language: string,
): Phrase[] => {
  if (item === undefined) return [];
  const names = [...generateNames(item, language), ...generateNgrams(item)];
  const keys = new Set(names.map((name) => wordOrderKey(name, language)));
  return [...keys].flatMap((key) => byKey.get(key) ?? []);
};

const countsOf = <T>(values: Iterable<T>): Map<T, number> => {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

/** What names say around a term, most often first. */
const mostSaid = (items: readonly CatalogueItem[], term: string, language: string): [string, number][] =>
  [...countsOf(items.flatMap((item) => extractPhrasesAround(item, term, language)))]
    .sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
    .slice(0, relateTermDefaults.suggestions);

/** A term of very few products: what these, and others of their brand, are called, however rarely. */
const ownNames = (
  { items, words: places }: Catalogue,
  carriers: readonly number[],
  language: string,
): Set<string> => {
  const own = carriers.slice(0, relateTermDefaults.ownNames);
  const brands = own.flatMap((place) => tokenize(items[place]?.brand ?? '', language).slice(0, 1));
  const siblings = brands.flatMap((brand) =>
    [...(places.get(brand) ?? [])].slice(0, relateTermDefaults.siblings),
  );
  const runs = [...own, ...siblings].flatMap((place) => [
    ...generateNgrams({ name: items[place]?.name ?? '' }),
  ]);
  return new Set(runs.filter((run) => run.split(' ').length === 2));
};

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

const toSuggestion = (
  term: string,
  { text, displayText, words, products }: Named,
  share: number,
): Suggestion => {
  const isSaid = words.includes(term);
  const telling = (share * (isSaid ? 1 : relateTermDefaults.unsaid)) / Math.log2(2 + (products ?? 0));
  const score = (relateWeights.category + relateWeights.catalogue) * telling;
  return {
    text,
    displayText,
    score,
    direction: isSaid && words.length > 1 ? 'refine' : 'next',
    evidence: [{ signal: 'catalogue', weight: score, products: products ?? 0 }],
  };
};
