import { normalForm } from '../../../domain/normal-form.ts';
import type { Dictionary } from '../structures/dictionary.ts';
import type { Links } from './links.ts';
import type { MiningOptions } from './mining-options.ts';
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
  /** Milliseconds since 1970; decay is computed from here. */
  readonly now: number;
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

export type BehaviourCounts = {
  readonly keys: Dictionary;
  readonly words: readonly string[][];
  readonly spellings: Dictionary;
  readonly products: Dictionary;
  readonly patternOfSpelling: readonly number[];
  readonly tallies: Tallies;
  readonly options: MiningOptions;
  readonly now: number;
};

/** Turns the counts into the form that queries need. */
export const buildBehaviour = ({
  keys,
  words,
  spellings,
  products,
  patternOfSpelling,
  tallies,
  options,
  now,
}: BehaviourCounts): Behaviour => {
  const mostUsed = findMostUsedSpellings(tallies.spellingShoppers, patternOfSpelling, spellings);
  const patternProducts = tallies.patternProducts.toLinks(options.linksPerRow);
  const patterns = words.map((_, id): Pattern => {
    const displayText = mostUsed.get(id) ?? keys.getText(id);
    return {
      id,
      key: keys.getText(id),
      displayText,
      text: normalForm(displayText, options.language),
      words: words[id] ?? [],
      popularity: tallies.popularity[id] ?? 0,
      shoppers: tallies.shoppers[id] ?? 0,
      lastSeen: tallies.lastSeen[id] ?? 0,
      clicked: patternProducts.from(id).length > 0,
    };
  });
  return {
    patterns,
    now,
    find: (key) => {
      const id = keys.find(key);
      return id === undefined ? undefined : patterns[id];
    },
    nextPatterns: tallies.nextPatterns.toLinks(options.linksPerRow, options.shoppersPerStep),
    patternProducts,
    productIdentifier: (product) => products.getText(product),
    productPatterns: tallies.productPatterns.toLinks(options.linksPerRow),
    nextProducts: tallies.nextProducts.toLinks(options.linksPerRow, options.shoppersPerProductStep),
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
