import { wordOrderKey } from '../../../domain/normal-form.ts';
import type { BehaviourEvent, InteractionEvent } from '../log/event.ts';
import { createDictionary } from '../structures/dictionary.ts';
import { type Behaviour, buildBehaviour } from './behaviour.ts';
import { createDecay, createTallies, tallyShopper } from './tally.ts';
import { type ShopperAction, groupIntoVisits } from './visits.ts';

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

  const addAction = (
    shopper: string,
    at: number,
    spelling: number,
    product: number,
    strength: number,
  ): void => {
    const history = histories.get(shopper) ?? [];
    histories.delete(shopper);
    histories.set(shopper, history);
    history.push(at, spelling, product, strength);
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
    const [at = 0, spelling = 0, product = -1, strength = 0] = history.slice(
      action * columns,
      (action + 1) * columns,
    );
    return { at, spelling, product, strength, pattern: patternOfSpelling[spelling] ?? 0 };
  }).sort((a, b) => a.at - b.at);
