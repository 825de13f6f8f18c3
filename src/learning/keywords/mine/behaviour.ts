import { normalForm } from '../../../domain/normal-form.ts';
import type { Dictionary } from '../structures/dictionary.ts';
import type { Links } from './links.ts';
import type { Tallies } from './tally.ts';

/** A pattern of the log: all spellings with the same words in normal form, in any order. */
export type Pattern = {
  /** Position in `Behaviour.patterns`. */
  readonly id: number;
  /** Words in normal form, sorted and joined: equal keys are the same search. */
  readonly key: string;
  readonly displayText: string;
  /** Normal form of `displayText`. */
  readonly text: string;
  readonly words: readonly string[];
  /** Decayed number of different shoppers. */
  readonly popularity: number;
  readonly shoppers: number;
  readonly lastSeen: number;
  readonly clicked: boolean;
};

/** Counts of a behaviour log. Each shopper counts once for each pattern and each link. */
export type Behaviour = {
  readonly patterns: readonly Pattern[];
  find(key: string): Pattern | undefined;
  readonly nextPatterns: Links;
  readonly patternProducts: Links;
  /** The product's identifier in the catalogue, by its id in the links. */
  productIdentifier(product: number): string;
  readonly productPatterns: Links;
  readonly nextProducts: Links;
  /** Different shoppers who used a word in any search. */
  readonly wordShoppers: ReadonlyMap<string, number>;
  readonly hasClicks: boolean;
};

type BehaviourCounts = {
  readonly keys: Dictionary;
  readonly words: readonly string[][];
  readonly spellings: Dictionary;
  readonly products: Dictionary;
  readonly patternOfSpelling: readonly number[];
  readonly tallies: Tallies;
  readonly language: string;
};

const behaviourDefaults = {
  /** Links kept for a pattern or a product, strongest first. */
  linksPerRow: 200,
  /** Different shoppers behind a step: a single one must not push a suggestion. */
  shoppersPerStep: 2,
} as const;

/** Turns the counts into the form that queries need. */
export const buildBehaviour = ({
  keys,
  words,
  spellings,
  products,
  patternOfSpelling,
  tallies,
  language,
}: BehaviourCounts): Behaviour => {
  const { linksPerRow, shoppersPerStep } = behaviourDefaults;
  const mostUsed = findMostUsedSpellings(tallies.spellingShoppers, patternOfSpelling, spellings);
  const patternProducts = tallies.patternProducts.toLinks(linksPerRow);
  const patterns = words.map((ownWords, id): Pattern => {
    const displayText = mostUsed.get(id) ?? keys.getText(id);
    return {
      id,
      key: keys.getText(id),
      displayText,
      text: normalForm(displayText, language),
      words: ownWords,
      popularity: tallies.popularity[id] ?? 0,
      shoppers: tallies.shoppers[id] ?? 0,
      lastSeen: tallies.lastSeen[id] ?? 0,
      clicked: patternProducts.from(id).length > 0,
    };
  });
  return {
    patterns,
    find: (key) => patterns[keys.find(key) ?? -1],
    nextPatterns: tallies.nextPatterns.toLinks(linksPerRow, shoppersPerStep),
    patternProducts,
    productIdentifier: (product) => products.getText(product),
    productPatterns: tallies.productPatterns.toLinks(linksPerRow),
    nextProducts: tallies.nextProducts.toLinks(linksPerRow, shoppersPerStep),
    wordShoppers: tallies.wordShoppers,
    hasClicks: patterns.some((pattern) => pattern.clicked),
  };
};

/** The spelling most shoppers use; among equals the first by code points. */
const findMostUsedSpellings = (
  shoppersBySpelling: ReadonlyMap<number, number>,
  patternOfSpelling: readonly number[],
  spellings: Dictionary,
): Map<number, string> => {
  const mostUsed = new Map<number, { text: string; shoppers: number }>();
  for (const [spelling, shoppers] of shoppersBySpelling) {
    const pattern = patternOfSpelling[spelling] ?? 0;
    const text = spellings.getText(spelling).replace(/\s+/g, ' ');
    const known = mostUsed.get(pattern);
    if (!known || shoppers > known.shoppers || (shoppers === known.shoppers && text < known.text))
      mostUsed.set(pattern, { text, shoppers });
  }
  return new Map([...mostUsed].map(([pattern, { text }]) => [pattern, text]));
};
