import { normalForm, wordOrderKey } from '../../../domain/normal-form.ts';
import { type Dictionary, createDictionary } from '../words/word-index.ts';
import {
  type Tallies,
  createDecay,
  createTallies,
  tallyShopper,
  type ShopperAction,
  groupIntoVisits,
} from './tally.ts';
import type { BehaviourEvent, InteractionEvent } from '../log/event.ts';

/** A pattern of the log: all spellings with the same words in normal form, in any order. */
export type Pattern = {
  /** Position in `Behaviour.patterns`. */
  readonly id: number;
  /** Words in normal form, sorted and joined: equal keys are the same search. */
  readonly key: string;
  readonly displayText: string;
  readonly text: string;
  readonly words: readonly string[];
  /** Decayed number of different shoppers. */
  readonly popularity: number;
  readonly shoppers: number;
  readonly lastSeen: number;
  readonly clicked: boolean;
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

/** Counts of a behaviour log, in the form that queries need. Each shopper counts once for each pattern and each link. */
export type Behaviour = ReturnType<typeof buildBehaviour>;

const buildBehaviour = (counts: BehaviourCounts) => {
  const { keys, words, spellings, products, patternOfSpelling, tallies, language } = counts;
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
    find: (key: string): Pattern | undefined => patterns[keys.find(key) ?? -1],
    nextPatterns: tallies.nextPatterns.toLinks(linksPerRow, shoppersPerStep),
    patternProducts,
    /** The product's identifier in the catalogue, by its id in the links. */
    productIdentifier: (product: number): string => products.getText(product),
    productPatterns: tallies.productPatterns.toLinks(linksPerRow),
    nextProducts: tallies.nextProducts.toLinks(linksPerRow, shoppersPerStep),
    /** Different shoppers who used a word in any search. */
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

export type MiningOptions = {
  /** BCP 47 language of the website: decides how words are folded. */
  readonly language: string;
  /** Half-life of an action in days, counted from the newest event; null: no decay. */
  readonly halfLifeDays: number | null;
};

type Limits = {
  /** Newest actions of one shopper that are read: limits the influence of robots. */
  readonly ofShopper: number;
  /** Actions kept in all: the bound on memory, about 50 bytes each. */
  readonly inAll: number;
  /** Query ids kept for interactions that name their search only by id. */
  readonly queryIds: number;
};

const collectorLimits: Limits = { ofShopper: 500, inAll: 10_000_000, queryIds: 500_000 };

const strengths: Readonly<Record<InteractionEvent['kind'], number>> = { click: 1, cart: 2, order: 3 };

/** Numbers of one action in a history: time, spelling, product (-1 for a search), strength. */
const columns = 4;

/** Accepts events in any order, stores them as numbers, and counts them in `finish`. */
export const createBehaviourCollector = (
  { language, halfLifeDays }: MiningOptions,
  limits: Limits = collectorLimits,
) => {
  const [spellings, products] = [createDictionary(), createDictionary()];
  /** Actions by shopper; those who have been away longest come first. */
  const histories = new Map<string, number[]>();
  const spellingByQueryId = new Map<string, number>();
  const deferredEvents: InteractionEvent[] = [];
  let [actions, newest] = [0, 0];

  const addAction = (shopper: string, ...action: readonly [number, number, number, number]): void => {
    const [at] = action;
    const history = histories.get(shopper) ?? [];
    histories.delete(shopper);
    histories.set(shopper, history);
    history.push(...action);
    actions++;
    newest = Math.max(newest, at);
    for (const [oldest, { length }] of histories) {
      if (actions <= limits.inAll) break;
      histories.delete(oldest);
      actions -= length / columns;
    }
  };
  const rememberQueryId = (queryId: string, spelling: number): void => {
    spellingByQueryId.set(queryId, spelling);
    const [oldest] = spellingByQueryId.keys();
    if (spellingByQueryId.size > limits.queryIds && oldest !== undefined) spellingByQueryId.delete(oldest);
  };
  /** False where its search is not known yet. */
  const addInteraction = ({ query, queryId, shopper, at, product, kind }: InteractionEvent): boolean => {
    const spelling = query === undefined ? spellingByQueryId.get(queryId ?? '') : spellings.add(query.trim());
    if (spelling === undefined) return false;
    addAction(shopper, at, spelling, products.add(product), strengths[kind]);
    return true;
  };

  return {
    add(event: BehaviourEvent): void {
      if (event.kind === 'search') {
        const spelling = spellings.add(event.query.trim());
        if (event.queryId !== undefined) rememberQueryId(event.queryId, spelling);
        addAction(event.shopper, event.at, spelling, -1, 0);
      } else if (!addInteraction(event) && deferredEvents.length < limits.queryIds)
        deferredEvents.push(event);
    },
    finish(): Behaviour {
      deferredEvents.splice(0).forEach(addInteraction);
      const keys = createDictionary();
      const patternOfSpelling = Array.from({ length: spellings.size }, (_, spelling) =>
        keys.add(wordOrderKey(spellings.getText(spelling), language)),
      );
      const words = Array.from({ length: keys.size }, (_, id) => keys.getText(id).split(' '));
      const tallies = createTallies();
      const decay = createDecay(newest, halfLifeDays);
      for (const history of histories.values()) {
        const ordered = readHistory(history, patternOfSpelling).slice(-limits.ofShopper);
        const visits = groupIntoVisits(ordered, (spelling) => spellings.getText(spelling)).filter(
          ({ pattern }) => keys.getText(pattern) !== '',
        );
        tallyShopper(tallies, visits, (pattern) => words[pattern] ?? [], decay);
      }
      return buildBehaviour({ keys, words, spellings, products, patternOfSpelling, tallies, language });
    },
  };
};

/** Oldest first; actions of one time in the order in which they came. */
const readHistory = (history: readonly number[], patternOfSpelling: readonly number[]): ShopperAction[] =>
  Array.from({ length: history.length / columns }, (_, action) => {
    const own = history.slice(action * columns, (action + 1) * columns);
    const [at = 0, spelling = 0, product = -1, strength = 0] = own;
    return { at, spelling, product, strength, pattern: patternOfSpelling[spelling] ?? 0 };
  }).sort((a, b) => a.at - b.at);
