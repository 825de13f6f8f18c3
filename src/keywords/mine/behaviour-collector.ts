import { wordOrderKey } from '../../domain/normal-form.ts';
import type { BehaviourEvent, InteractionEvent } from '../log/event.ts';
import { type ActionColumns, createActionColumns } from './action-columns.ts';
import { type Behaviour, buildBehaviour } from './behaviour.ts';
import { createDictionary, type Dictionary } from './dictionary.ts';
import type { MiningOptions } from './mining-options.ts';
import { assignMissions } from './missions.ts';
import { createTallies, createDecay, tallyShopper } from './tally.ts';
import { type ShopperAction, groupIntoVisits } from './visits.ts';

/** Takes events in any order, keeps them as numbers, and counts when all are in. */
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
  readonly actions: ActionColumns;
  readonly spellings: Dictionary;
  readonly products: Dictionary;
  readonly options: MiningOptions;
  readonly unresolved: number;
};

/** One walk over the actions, shopper by shopper. */
const count = ({ actions, spellings, products, options, unresolved }: Collected): Behaviour => {
  const keys = createDictionary();
  const patternOfSpelling = Array.from({ length: spellings.size }, (_, spelling) =>
    keys.add(wordOrderKey(spellings.getText(spelling), options.language)),
  );
  const words = Array.from({ length: keys.size }, (_, id) => keys.getText(id).split(' '));
  const now = options.now ?? newestOf(actions);
  const tallies = createTallies();
  for (const history of historiesOf(actions, patternOfSpelling, options.actionsPerShopper)) {
    const visits = groupIntoVisits(
      history,
      (spelling) => spellings.getText(spelling),
      options.halfTypedWithinMs,
    ).filter((visit) => keys.getText(visit.pattern) !== '');
    const wordsIn = (pattern: number): readonly string[] => words[pattern] ?? [];
    const missions = assignMissions(visits, wordsIn, options);
    tallyShopper(tallies, visits, missions, wordsIn, createDecay(now, options.halfLifeDays), options);
  }
  return buildBehaviour({
    keys,
    words,
    spellings,
    products,
    patternOfSpelling,
    tallies,
    options,
    now,
    unresolved,
  });
};

const newestOf = (actions: ActionColumns): number => {
  let newest = 0;
  for (let index = 0; index < actions.size; index++) newest = Math.max(newest, actions.at(index).at);
  return newest;
};

function* historiesOf(
  actions: ActionColumns,
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
