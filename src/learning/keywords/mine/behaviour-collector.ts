import { wordOrderKey } from '../../../domain/normal-form.ts';
import type { BehaviourEvent, InteractionEvent } from '../log/event.ts';
import { type ActionColumns, createActionColumns } from './action-columns.ts';
import { type Behaviour, buildBehaviour } from './behaviour.ts';
import { createDictionary, type Dictionary } from '../structures/dictionary.ts';
import type { MiningOptions } from './mining-options.ts';
import { assignMissions } from './missions.ts';
import { createTallies, createDecay, tallyShopper } from './tally.ts';
import { type ShopperAction, groupIntoVisits } from './visits.ts';

/** Accepts events in any order, stores them as numbers, and counts them in `finish`. */
export type BehaviourCollector = { add(event: BehaviourEvent): void; finish(): Behaviour };

const strengths: Readonly<Record<InteractionEvent['kind'], number>> = { click: 1, cart: 2, order: 3 };

/** Query ids kept for interactions that name their search only by id. */
const queryIdLimit = 500_000;

export const createBehaviourCollector = (options: MiningOptions): BehaviourCollector => {
  const [shoppers, spellings, products] = [createDictionary(), createDictionary(), createDictionary()];
  const actions = createActionColumns(options.actionsInAll);
  const spellingByQueryId = new Map<string, number>();
  const deferredEvents: InteractionEvent[] = [];

  const rememberQueryId = (queryId: string, spelling: number): void => {
    spellingByQueryId.set(queryId, spelling);
    if (spellingByQueryId.size > queryIdLimit)
      for (const oldest of spellingByQueryId.keys()) return void spellingByQueryId.delete(oldest);
  };
  const addInteraction = (event: InteractionEvent, spelling: number): void =>
    actions.add({
      shopper: shoppers.add(event.shopper),
      at: event.at,
      spelling,
      product: products.add(event.product),
      strength: strengths[event.kind],
    });
  const findSpelling = (event: InteractionEvent): number | undefined =>
    event.query === undefined
      ? spellingByQueryId.get(event.queryId ?? '')
      : spellings.add(event.query.trim());

  return {
    add(event) {
      if (event.kind === 'search') {
        const spelling = spellings.add(event.query.trim());
        if (event.queryId !== undefined) rememberQueryId(event.queryId, spelling);
        actions.add({
          shopper: shoppers.add(event.shopper),
          at: event.at,
          spelling,
          product: -1,
          strength: 0,
        });
        return;
      }
      const spelling = findSpelling(event);
      if (spelling !== undefined) addInteraction(event, spelling);
      else if (deferredEvents.length < queryIdLimit) deferredEvents.push(event);
    },
    finish() {
      for (const event of deferredEvents.splice(0)) {
        const spelling = findSpelling(event);
        if (spelling !== undefined) addInteraction(event, spelling);
      }
      return countBehaviour({ actions, spellings, products, options });
    },
  };
};

type CollectedActions = {
  readonly actions: ActionColumns;
  readonly spellings: Dictionary;
  readonly products: Dictionary;
  readonly options: MiningOptions;
};

/** One pass over the actions, shopper by shopper. */
const countBehaviour = ({ actions, spellings, products, options }: CollectedActions): Behaviour => {
  const keys = createDictionary();
  const patternOfSpelling = Array.from({ length: spellings.size }, (_, spelling) =>
    keys.add(wordOrderKey(spellings.getText(spelling), options.language)),
  );
  const words = Array.from({ length: keys.size }, (_, id) => keys.getText(id).split(' '));
  const now = options.now ?? findNewest(actions);
  const tallies = createTallies();
  for (const history of generateHistories(actions, patternOfSpelling, options.actionsPerShopper)) {
    const visits = groupIntoVisits(
      history,
      (spelling) => spellings.getText(spelling),
      options.halfTypedWithinMs,
    ).filter((visit) => keys.getText(visit.pattern) !== '');
    const wordsByPattern = (pattern: number): readonly string[] => words[pattern] ?? [];
    const missions = assignMissions(visits, wordsByPattern, options);
    tallyShopper(tallies, visits, missions, wordsByPattern, createDecay(now, options.halfLifeDays), options);
  }
  return buildBehaviour({ keys, words, spellings, products, patternOfSpelling, tallies, options, now });
};

const findNewest = (actions: ActionColumns): number => {
  let newest = 0;
  for (let index = 0; index < actions.size; index++) newest = Math.max(newest, actions.at(index).at);
  return newest;
};

function* generateHistories(
  actions: ActionColumns,
  patternOfSpelling: readonly number[],
  limit: number,
): Generator<ShopperAction[]> {
  const order = actions.byShopper();
  let history: ShopperAction[] = [];
  let shopper = -1;
  for (const index of order) {
    const action = actions.at(index);
    if (action.shopper !== shopper && history.length > 0) {
      yield history.slice(-limit);
      history = [];
    }
    shopper = action.shopper;
    history.push({ ...action, pattern: patternOfSpelling[action.spelling] ?? 0 });
  }
  if (history.length > 0) yield history.slice(-limit);
}
