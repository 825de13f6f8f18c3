import { normalForm, wordOrderKey } from '../../domain/normal-form.ts';
import type { BehaviourEvent, InteractionEvent } from '../log/event.ts';
import { createActionColumns } from './action-columns.ts';
import { createDictionary, type Dictionary } from './dictionary.ts';
import { createLinkTally, type Links } from './links.ts';
import type { MiningOptions } from './mining-options.ts';
import { missionsOf } from './missions.ts';
import { type ShopperAction, type Visit, visitsOf } from './visits.ts';

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
  readonly productPatterns: Links;
  readonly nextProducts: Links;
  readonly clicksKnown: boolean;
  /** Interactions that named a search nobody has seen. */
  readonly unresolved: number;
};

export type BehaviourCollector = { add(event: BehaviourEvent): void; finish(): Behaviour };

const strengths: Readonly<Record<InteractionEvent['kind'], number>> = { click: 1, cart: 2, order: 3 };

/** Query ids that are remembered for interactions that name their search by id alone. */
const rememberedIds = 500_000;

export const createBehaviourCollector = (options: MiningOptions): BehaviourCollector => {
  const [shoppers, spellings, products] = [createDictionary(), createDictionary(), createDictionary()];
  const actions = createActionColumns(options.actionsInAll);
  const spellingOfId = new Map<string, number>();
  const waiting: InteractionEvent[] = [];
  let unresolved = 0;

  const remember = (queryId: string, spelling: number): void => {
    spellingOfId.set(queryId, spelling);
    if (spellingOfId.size > rememberedIds)
      for (const oldest of spellingOfId.keys()) return void spellingOfId.delete(oldest);
  };
  const addInteraction = (event: InteractionEvent, spelling: number): void =>
    actions.add({
      shopper: shoppers.add(event.shopper),
      at: event.at,
      spelling,
      product: products.add(event.product),
      strength: strengths[event.kind],
    });
  const spellingOf = (event: InteractionEvent): number | undefined =>
    event.query === undefined ? spellingOfId.get(event.queryId ?? '') : spellings.add(event.query.trim());

  return {
    add(event) {
      if (event.kind === 'search') {
        const spelling = spellings.add(event.query.trim());
        if (event.queryId !== undefined) remember(event.queryId, spelling);
        actions.add({
          shopper: shoppers.add(event.shopper),
          at: event.at,
          spelling,
          product: -1,
          strength: 0,
        });
        return;
      }
      const spelling = spellingOf(event);
      if (spelling !== undefined) addInteraction(event, spelling);
      else if (waiting.length < rememberedIds) waiting.push(event);
      else unresolved++;
    },
    finish() {
      for (const event of waiting.splice(0)) {
        const spelling = spellingOf(event);
        if (spelling === undefined) unresolved++;
        else addInteraction(event, spelling);
      }
      return count({ actions, spellings, products, options, unresolved });
    },
  };
};

type Collected = {
  readonly actions: ReturnType<typeof createActionColumns>;
  readonly spellings: Dictionary;
  readonly products: Dictionary;
  readonly options: MiningOptions;
  readonly unresolved: number;
};

type Tallies = ReturnType<typeof createTallies>;

const createTallies = () => ({
  nextPatterns: createLinkTally(),
  patternProducts: createLinkTally(),
  productPatterns: createLinkTally(),
  nextProducts: createLinkTally(),
  spellingShoppers: new Map<number, number>(),
  popularity: [] as number[],
  shoppers: [] as number[],
  lastSeen: [] as number[],
});

/** One walk over the actions, shopper by shopper. */
const count = ({ actions, spellings, options, unresolved }: Collected): Behaviour => {
  const keys = createDictionary();
  const patternOfSpelling = Array.from({ length: spellings.size }, (_, spelling) =>
    keys.add(wordOrderKey(spellings.textOf(spelling), options.language)),
  );
  const words = Array.from({ length: keys.size }, (_, id) => keys.textOf(id).split(' '));
  const now = options.now ?? newestOf(actions);
  const tallies = createTallies();
  for (const history of historiesOf(actions, patternOfSpelling, options.actionsPerShopper)) {
    const visits = visitsOf(history, spellings.textOf, options.halfTypedWithinMs).filter(
      (visit) => keys.textOf(visit.pattern) !== '',
    );
    const missions = missionsOf(visits, (pattern) => words[pattern] ?? [], options);
    tallyShopper(tallies, visits, missions, decayAt(now, options.halfLifeDays), options);
  }
  return behaviourOf({ keys, words, spellings, patternOfSpelling, tallies, options, now, unresolved });
};

const newestOf = (actions: Collected['actions']): number => {
  let newest = 0;
  for (let index = 0; index < actions.size; index++) newest = Math.max(newest, actions.at(index).at);
  return newest;
};

const dayMs = 86_400_000;

/** An action in the future of `now` counts as one of now. */
const decayAt =
  (now: number, halfLifeDays: number | null) =>
  (at: number): number =>
    halfLifeDays === null ? 1 : 0.5 ** (Math.max(0, now - at) / dayMs / halfLifeDays);

function* historiesOf(
  actions: Collected['actions'],
  patternOfSpelling: readonly number[],
  most: number,
): Generator<ShopperAction[]> {
  const order = actions.byShopper();
  let history: ShopperAction[] = [];
  let shopper = -1;
  for (const index of order) {
    const action = actions.at(index);
    if (action.shopper !== shopper && history.length > 0) {
      yield history.slice(-most);
      history = [];
    }
    shopper = action.shopper;
    history.push({ ...action, pattern: patternOfSpelling[action.spelling] ?? 0 });
  }
  if (history.length > 0) yield history.slice(-most);
}

type Decay = (at: number) => number;

/** The guard against robots: a shopper is heard once for each pattern, product and link, at its newest. */
const tallyShopper = (
  tallies: Tallies,
  visits: readonly Visit[],
  missions: readonly number[],
  decay: Decay,
  options: MiningOptions,
): void => {
  const heard = new Set<string>();
  const once = (what: string, tell: () => void): void => {
    if (heard.has(what)) return;
    heard.add(what);
    tell();
  };
  for (let index = visits.length - 1; index >= 0; index--) {
    const visit = visits[index];
    if (visit === undefined) continue;
    once(`s${visit.spelling}`, () =>
      tallies.spellingShoppers.set(visit.spelling, (tallies.spellingShoppers.get(visit.spelling) ?? 0) + 1),
    );
    once(`q${visit.pattern}`, () => tallyPattern(tallies, visit, decay));
    for (const [product, strength] of visit.products)
      once(`c${visit.pattern},${product}`, () => {
        tallies.patternProducts.add(visit.pattern, product, strength * decay(visit.at), visit.at);
        tallies.productPatterns.add(product, visit.pattern, strength * decay(visit.at), visit.at);
      });
    for (let later = index + 1; later <= index + options.linksAhead && later < visits.length; later++) {
      const next = visits[later];
      if (next === undefined) break;
      const weight = (missions[index] === missions[later] ? 1 : options.otherMissionWeight) * decay(next.at);
      tallyLink(tallies, visit, next, weight, options.backwardWeight, once);
    }
  }
};

const tallyPattern = (tallies: Tallies, { pattern, at }: Visit, decay: Decay): void => {
  tallies.popularity[pattern] = (tallies.popularity[pattern] ?? 0) + decay(at);
  tallies.shoppers[pattern] = (tallies.shoppers[pattern] ?? 0) + 1;
  tallies.lastSeen[pattern] = Math.max(tallies.lastSeen[pattern] ?? 0, at);
};

type Once = (what: string, tell: () => void) => void;

const tallyLink = (
  tallies: Tallies,
  from: Visit,
  to: Visit,
  weight: number,
  backwardWeight: number,
  once: Once,
): void => {
  if (from.pattern !== to.pattern)
    once(`l${from.pattern},${to.pattern}`, () => {
      tallies.nextPatterns.add(from.pattern, to.pattern, weight, to.at);
      tallies.nextPatterns.add(to.pattern, from.pattern, weight * backwardWeight, to.at);
    });
  for (const source of from.products.keys())
    for (const target of to.products.keys())
      if (source !== target)
        once(`p${source},${target}`, () => {
          tallies.nextProducts.add(source, target, weight, to.at);
          tallies.nextProducts.add(target, source, weight * backwardWeight, to.at);
        });
};

type Counted = {
  readonly keys: Dictionary;
  readonly words: readonly string[][];
  readonly spellings: Dictionary;
  readonly patternOfSpelling: readonly number[];
  readonly tallies: Tallies;
  readonly options: MiningOptions;
  readonly now: number;
  readonly unresolved: number;
};

const behaviourOf = ({
  keys,
  words,
  spellings,
  patternOfSpelling,
  tallies,
  options,
  now,
  unresolved,
}: Counted): Behaviour => {
  const best = bestSpellings(tallies.spellingShoppers, patternOfSpelling, spellings);
  const patternProducts = tallies.patternProducts.links(options.linksPerRow);
  const patterns = words.map((_, id): Pattern => {
    const displayText = best.get(id) ?? keys.textOf(id);
    return {
      id,
      key: keys.textOf(id),
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
    nextPatterns: tallies.nextPatterns.links(options.linksPerRow),
    patternProducts,
    productPatterns: tallies.productPatterns.links(options.linksPerRow),
    nextProducts: tallies.nextProducts.links(options.linksPerRow),
    clicksKnown: patterns.some((pattern) => pattern.clicked),
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
    const text = spellings.textOf(spelling).replace(/\s+/g, ' ');
    const known = best.get(pattern);
    if (!known || shoppers > known.shoppers || (shoppers === known.shoppers && text < known.text))
      best.set(pattern, { text, shoppers });
  }
  return new Map([...best].map(([pattern, { text }]) => [pattern, text]));
};
