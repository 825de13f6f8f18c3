import { wordOrderKey } from '../../domain/normal-form.ts';
import type { Suggestion } from '../../domain/suggestion.ts';
import type { KeywordEntry } from '../../engine/engine.ts';
import { buildKeywords } from '../build-keywords.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { BehaviourEvent } from '../log/event.ts';
import { createBehaviourCollector } from '../mine/behaviour-collector.ts';
import { learnFromBehaviour, type LearnOptions, type LearntKeywords } from '../mine/learn.ts';
import type { FeatureName } from '../mine/weights.ts';
import { baselineNames, createBaselines } from './baselines.ts';
import { listLength } from './measure.ts';

/** Keys, best first, for a pattern as typed. */
export type ListSuggestions = (pattern: string) => Promise<readonly string[]>;

/** A published version that answers as it would in a shop. */
export type ServedLists = {
  suggest(pattern: string, size: number): Promise<readonly Suggestion[]>;
  close(): Promise<void>;
};

/** Publishes keywords where nobody sees them; given by whoever has an engine. */
export type Serve = (language: string, entries: readonly KeywordEntry[]) => Promise<ServedLists>;

export type System = { readonly name: string; readonly list: ListSuggestions; close(): Promise<void> };

export type Training = {
  readonly events: readonly BehaviourEvent[];
  readonly learn: LearnOptions;
  readonly catalogue: Catalogue | null;
  readonly withinMs: number;
};

export const systemName = 'kindred';

/** The features that are switched off together. */
const signals: Readonly<Record<string, readonly FeatureName[]>> = {
  session: ['session'],
  'walk over products': ['walk'],
  'shared clicks': ['clicks'],
  terms: ['words', 'letters'],
  popularity: ['popularity'],
};

/** What is compared besides the baselines: ours as it is served, and without each part. */
export const variantNames: readonly string[] = [
  systemName,
  ...Object.keys(signals).map((signal) => `without ${signal}`),
  'without guards',
];

/**
 * Everything that is compared, learnt from the same events, one after the other: ours is built, published and asked
 * exactly as for a shop.
 */
export async function* createSystems(training: Training, serve: Serve): AsyncGenerator<System> {
  const { learn, events, withinMs } = training;
  const { language } = learn.mining;
  const collector = createBehaviourCollector(learn.mining);
  for (const event of events) collector.add(event);
  const behaviour = collector.finish();
  const learnt = learnFromBehaviour(behaviour, { ...learn, cacheCandidates: true });
  const without = (names: readonly FeatureName[]): LearntKeywords => ({
    ...learnt,
    suggest: (pattern, changes) => learnt.suggest(pattern, { ...changes, weights: silenced(learn, names) }),
  });
  yield await served(systemName, learnt, training, serve);
  const baselines = createBaselines(events, { language, withinMs });
  for (const name of baselineNames)
    yield {
      name,
      list: async (pattern) => baselines[name](wordOrderKey(pattern, language)),
      close: async () => undefined,
    };
  for (const [signal, names] of Object.entries(signals))
    yield await served(`without ${signal}`, without(names), training, serve);
  const unguarded = learnFromBehaviour(behaviour, { ...learn, guards: false });
  yield await served('without guards', unguarded, training, serve);
}

const served = async (
  name: string,
  learnt: LearntKeywords,
  { learn, catalogue }: Training,
  serve: Serve,
): Promise<System> => {
  const { mining, blockedWords } = learn;
  const { language } = mining;
  const lists = await serve(language, buildKeywords({ rows: [], catalogue, language, learnt, blockedWords }));
  return {
    name,
    list: async (pattern) =>
      (await lists.suggest(pattern, listLength)).map(({ text }) => wordOrderKey(text, language)),
    close: () => lists.close(),
  };
};

const silenced = (
  { suggest }: LearnOptions,
  names: readonly FeatureName[],
): LearnOptions['suggest']['weights'] => ({
  ...suggest.weights,
  ...Object.fromEntries(names.map((name) => [name, 0])),
});
