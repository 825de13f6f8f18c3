import { normalForm } from '../../domain/normal-form.ts';
import type { Dictionary } from './dictionary.ts';
import type { Links } from './links.ts';
import type { MiningOptions } from './mining-options.ts';
import type { Tallies } from './tally.ts';

/** What is known of one pattern: all spellings that share a normal form and differ in word order at most. */
export type Pattern = {
  /** The number of the pattern. */
  readonly id: number;
  /** Words in normal form, sorted, joined: what makes two searches the same. */
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

/** What a log says, counted by shoppers: nobody counts twice for the same thing. */
export type Behaviour = {
  readonly patterns: readonly Pattern[];
  /** Milliseconds since 1970 at which the log is looked at. */
  readonly now: number;
  find(key: string): Pattern | undefined;
  readonly nextPatterns: Links;
  readonly patternProducts: Links;
  /** Identifier of a product by its number. */
  productIdentifier(product: number): string;
  readonly productPatterns: Links;
  readonly nextProducts: Links;
  /** Different shoppers who used a word in any search. */
  readonly wordShoppers: ReadonlyMap<string, number>;
  readonly hasClicks: boolean;
  /** Interactions that named a search nobody has seen. */
  readonly unresolved: number;
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
  readonly unresolved: number;
};

/** What was counted, in the form it is asked in. */
export const buildBehaviour = ({
  keys,
  words,
  spellings,
  products,
  patternOfSpelling,
  tallies,
  options,
  now,
  unresolved,
}: BehaviourCounts): Behaviour => {
  const best = bestSpellings(tallies.spellingShoppers, patternOfSpelling, spellings);
  const patternProducts = tallies.patternProducts.toLinks(options.linksPerRow);
  const patterns = words.map((_, id): Pattern => {
    const displayText = best.get(id) ?? keys.getText(id);
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
    unresolved,
  };
};

/** The spelling most shoppers use; among equals the first by code points. */
const bestSpellings = (
  shoppersOf: ReadonlyMap<number, number>,
  patternOfSpelling: readonly number[],
  spellings: Dictionary,
): Map<number, string> => {
  const best = new Map<number, { text: string; shoppers: number }>();
  for (const [spelling, shoppers] of shoppersOf) {
    const pattern = patternOfSpelling[spelling] ?? 0;
    const text = spellings.getText(spelling).replace(/\s+/g, ' ');
    const known = best.get(pattern);
    if (!known || shoppers > known.shoppers || (shoppers === known.shoppers && text < known.text))
      best.set(pattern, { text, shoppers });
  }
  return new Map([...best].map(([pattern, { text }]) => [pattern, text]));
};
