import { wordOrderKey, tokenize } from '../../../domain/normal-form.ts';
import { compareSuggestions, type Suggestion } from '../../../domain/suggestion.ts';
import { extractPhrasesAround, generateNames, generateNgrams } from '../catalogue/combinations.ts';
import type { Catalogue, CatalogueItem } from '../catalogue/catalogue.ts';
import type { ApplyCasing } from '../catalogue/casing.ts';
import type { Phrase } from './phrase.ts';
import { createBrandLimit, dropPartialPhrases } from './fuse-suggestions.ts';
import { countValues } from '../words/tables.ts';
import { memoize } from '../../../domain/memoize.ts';
import { relateWeights } from './phrase-index.ts';

/*
 * Suggestions for a single word of the catalogue (a term) that nobody has searched for. They are names of the
 * products that carry the term. Example: the term `bed` in a catalogue of five products.
 *
 *   product                brand     category     carries `bed`
 *   Hazel Oak Bunk Beds    Hazel     Bedroom      yes
 *   Hazel Pine Bunk Beds   Hazel     Bedroom      yes
 *   Spindle Soft Pet Bed   Spindle   Pets         yes
 *   Spindle Pet Bowl       Spindle   Pets         no
 *   Spindle Pet Lead       Spindle   Pets         no
 *
 * Four steps, each only when the ones before gave too few suggestions:
 *
 *   1. known phrases that name the carrying products          Bedroom, Spindle Pets, Hazel
 *   2. phrases around the term in the names of the products   Bunk Beds, Pet Bed
 *   3. phrases related to the best known phrase (`Bedroom`)   Hazel Bedroom
 *   4. bigrams of the products' names and of their brands     (not needed here)
 *
 * Score of steps 1 and 2: 0.3 × share × factors / log2(2 + products). `share` is the part of the carrying products
 * with this name; `products` counts all products that the phrase finds, so a name that fits everything scores low.
 *
 *                  share   term in it?   brand only?   products   score
 *   Bunk Beds       2/3    yes  × 1                    2          0.3 × 2/3        / log2 4 = 0.100
 *   Pet Bed         1/3    yes  × 1                    1          0.3 × 1/3        / log2 3 = 0.063
 *   Bedroom         2/3    no   × 0.25                 2          0.3 × 2/3 × 0.25 / log2 4 = 0.025
 *   Spindle Pets    1/3    no   × 0.25                 3          0.3 × 1/3 × 0.25 / log2 5 = 0.011
 *   Hazel           2/3    no   × 0.25    yes × 0.2    2          0.3 × 2/3 × 0.05 / log2 4 = 0.005
 *
 * `Hazel Bedroom` is also a known phrase of step 1, but `Bedroom` is part of it and ranks first: of two such
 * phrases one stays. Step 3 brings it back below all others, with 0.0013.
 */
const relateTermDefaults = {
  /** Products of a term whose names are read. */
  products: 300,
  suggestions: 12,
  /** With fewer phrases, step 2 and step 3 add more. */
  enoughSuggestions: 6,
  /** With fewer suggestions, step 4 reads this many products of the term and of each of their brands. */
  minimumSuggestions: 3,
  ownProducts: 3,
  brandProducts: 10,
  /** Factors on the share of a phrase without the term and of a bare brand, and the share of a bigram of step 4. */
  withoutTermFactor: 0.25,
  brandFactor: 0.2,
  bigramShare: 0.001,
} as const;

export type TermSources = {
  readonly suggestible: readonly Phrase[];
  readonly suggestionsFor: (phrase: Phrase) => readonly Suggestion[];
  readonly applyCasing: ApplyCasing;
};

type TermPhrase = Pick<Phrase, 'text' | 'displayText' | 'words' | 'products'>;

export const relateTerms = (
  catalogue: Catalogue,
  { suggestible, suggestionsFor, applyCasing }: TermSources,
  language: string,
): ((term: string) => Suggestion[]) => {
  const { enoughSuggestions, minimumSuggestions, brandFactor, bigramShare } = relateTermDefaults;
  const toKey = (text: string): string => wordOrderKey(text, language);
  const byKey = new Map(suggestible.map((phrase) => [toKey(phrase.text), phrase]));
  const { isBrand, keepOneBrand } = createBrandLimit(catalogue, language);
  // Many terms share products.
  const phrasesOfItem = memoize((index: number) => findPhrases(catalogue.items[index], byKey, language));
  const toTermPhrase = (name: string): TermPhrase => {
    const words = tokenize(name, language);
    const { products } = catalogue.find(words);
    return { text: words.join(' '), displayText: applyCasing(name), words, products };
  };

  /** Steps 1 and 2. */
  const collectPhrases = (term: string, products: readonly number[]): Suggestion[] => {
    const toRatedSuggestion = (phrase: TermPhrase, count: number): Suggestion =>
      toSuggestion(term, phrase, (count / products.length) * (isBrand(phrase) ? brandFactor : 1));
    const counts = countValues(products.flatMap(phrasesOfItem));
    const knownPhrases = [...counts].filter(([{ text }]) => text !== term);
    const hasEnough = knownPhrases.filter(([{ words }]) => words.includes(term)).length >= enoughSuggestions;
    const items = hasEnough ? [] : products.flatMap((index) => catalogue.items[index] ?? []);
    const names = countPhrasesAround(items, term, language).filter(([name]) => !byKey.has(toKey(name)));
    const all = [
      ...knownPhrases.map(([phrase, count]) => toRatedSuggestion(phrase, count)),
      ...names.map(([name, count]) => toRatedSuggestion(toTermPhrase(name), count)),
    ];
    return dropPartialPhrases(keepOneBrand(all.sort(compareSuggestions)), relateTermDefaults.suggestions);
  };

  /** Step 3. */
  const findRelated = (selected: readonly Suggestion[]): Suggestion[] => {
    const known = selected.flatMap(({ text }) => byKey.get(toKey(text)) ?? []);
    const others = known
      .slice(0, 1)
      .flatMap(suggestionsFor)
      .filter((other) => !isBrand(other) && selected.every((each) => each.text !== other.text));
    const whole = dropPartialPhrases(others, enoughSuggestions - selected.length);
    return whole.map((each) => demoteBelow(each, selected));
  };

  return (term) => {
    const products = [...(catalogue.words.get(term) ?? [])].slice(0, relateTermDefaults.products);
    const selected = collectPhrases(term, products);
    const withRelated =
      selected.length >= enoughSuggestions ? selected : [...selected, ...findRelated(selected)];
    if (withRelated.length >= minimumSuggestions) return withRelated;
    const others = [...listBigrams(catalogue, products, language)]
      .map((name) => toSuggestion(term, toTermPhrase(name), bigramShare))
      .filter(({ text }) => text !== term);
    return dropPartialPhrases([...withRelated, ...others], enoughSuggestions);
  };
};

const findPhrases = (
  item: CatalogueItem | undefined,
  byKey: ReadonlyMap<string, Phrase>,
  language: string,
): Phrase[] => {
  if (item === undefined) return [];
  const names = [...generateNames(item, language), ...generateNgrams(item, language)];
  const keys = new Set(names.map((name) => wordOrderKey(name, language)));
  return [...keys].flatMap((key) => byKey.get(key) ?? []);
};

/** Phrases around the term in names of products, most frequent first. */
const countPhrasesAround = (items: readonly CatalogueItem[], term: string, language: string) =>
  [...countValues(items.flatMap((item) => extractPhrasesAround(item, term, language)))]
    .sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
    .slice(0, relateTermDefaults.suggestions);
/** Step 4: bigrams of the names of the first products and of other products of their brands. */
const listBigrams = (
  { items, words: itemsByWord }: Catalogue,
  products: readonly number[],
  language: string,
): Set<string> => {
  const own = products.slice(0, relateTermDefaults.ownProducts);
  const brands = own.flatMap((index) => tokenize(items[index]?.brand ?? '', language).slice(0, 1));
  const brandProducts = brands.flatMap((brand) =>
    [...(itemsByWord.get(brand) ?? [])].slice(0, relateTermDefaults.brandProducts),
  );
  const ngrams = [...own, ...brandProducts].flatMap((index) => [
    ...generateNgrams(items[index] ?? { name: '' }, language),
  ]);
  return new Set(ngrams.filter((ngram) => ngram.split(' ').length === 2));
};

/** Scales a score below that of the last selected suggestion, because the phrase is only indirectly related. */
const demoteBelow = (suggestion: Suggestion, selected: readonly Suggestion[]): Suggestion => {
  const score = (suggestion.score * (selected.at(-1)?.score ?? 1)) / 2;
  const products = suggestion.evidence.find((each) => each.products !== undefined)?.products;
  const evidence = {
    signal: 'catalogue' as const,
    weight: score,
    ...(products !== undefined && { products }),
  };
  return { ...suggestion, score, direction: 'next', evidence: [evidence] };
};

const toSuggestion = (term: string, { text, displayText, words, products }: TermPhrase, share: number) => {
  const containsTerm = words.includes(term);
  const specificity =
    (share * (containsTerm ? 1 : relateTermDefaults.withoutTermFactor)) / Math.log2(2 + (products ?? 0));
  const score = (relateWeights.category + relateWeights.catalogue) * specificity;
  const direction: Suggestion['direction'] = containsTerm && words.length > 1 ? 'refine' : 'next';
  const evidence = { signal: 'catalogue' as const, weight: score, products: products ?? 0 };
  return { text, displayText, score, direction, evidence: [evidence] };
};
