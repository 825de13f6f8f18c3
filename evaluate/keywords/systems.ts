import { wordOrderKey } from '../../src/domain/normal-form.ts';
import type { Suggestion } from '../../src/domain/suggestion.ts';
import type { KeywordEntry } from '../../src/engine/engine.ts';
import { buildKeywords } from '../../src/learning/keywords/build-keywords.ts';
import type { Catalogue } from '../../src/learning/keywords/catalogue/catalogue.ts';
import type { BehaviourEvent } from '../../src/learning/keywords/log/event.ts';
import { createBehaviourCollector } from '../../src/learning/keywords/mine/behaviour.ts';
import {
  learnFromBehaviour,
  type LearnOptions,
  type LearntKeywords,
} from '../../src/learning/keywords/mine/learn.ts';
import type { FeatureName, Features } from '../../src/learning/keywords/mine/candidates.ts';
import { rankCandidates, signalWeights } from '../../src/learning/keywords/mine/suggest.ts';
import { baselineNames, createBaselines } from './baselines.ts';
import { listLength } from './measure.ts';

/** Keys of the suggestions for a pattern, best first. */
export type ListSuggestions = (pattern: string) => Promise<readonly string[]>;

/** A published version that answers as in production. */
export type ServedLists = {
  suggest(pattern: string, size: number): Promise<readonly Suggestion[]>;
  close(): Promise<void>;
};

/** Publishes keywords as a version that is not live; provided by the caller, who has an engine. */
export type Serve = (language: string, entries: readonly KeywordEntry[]) => Promise<ServedLists>;

export type System = {
  readonly name: string;
  readonly list: ListSuggestions;
  /** The list with its texts, where it is served; baselines know keys only. */
  readonly suggest?: ServedLists['suggest'];
  close(): Promise<void>;
};

export type Training = {
  readonly events: readonly BehaviourEvent[];
  readonly learn: LearnOptions;
  readonly catalogue: Catalogue | null;
  readonly withinMs: number;
};

export const systemName = 'kindred';

/** Features that are switched off together in the ablation. */
const featuresBySignal: Readonly<Record<string, readonly FeatureName[]>> = {
  session: ['session'],
  'walk over products': ['walk'],
  'shared clicks': ['clicks'],
  terms: ['words', 'letters'],
  popularity: ['popularity'],
};

/** Systems compared besides the baselines: Kindred as served, and without each part. */
export const variantNames: readonly string[] = [
  systemName,
  ...Object.keys(featuresBySignal).map((signal) => `without ${signal}`),
  'without guards',
];

/**
 * All systems, trained on the same events, one after the other. Kindred is built, published and queried exactly as in
 * production.
 */
export async function* createSystems(training: Training, serve: Serve): AsyncGenerator<System> {
  const { learn, events, withinMs } = training;
  const { language } = learn;
  const collector = createBehaviourCollector(learn);
  for (const event of events) collector.add(event);
  const behaviour = collector.finish();
  const learnt = learnFromBehaviour(behaviour, learn);
  // Finding the candidates takes long, and each system ranks the same ones.
  const found = new Map<string, ReturnType<LearntKeywords['candidates']>>();
  const without = (names: readonly FeatureName[]): LearntKeywords => ({
    ...learnt,
    suggest: (pattern, size = listLength) => {
      const { query, candidates } = found.get(pattern) ?? learnt.candidates(pattern);
      found.set(pattern, { query, candidates });
      return rankCandidates(query, candidates, size, withoutFeatures(names));
    },
  });
  yield await createServedSystem(systemName, without([]), training, serve);
  const baselines = createBaselines(events, { language, withinMs });
  for (const name of baselineNames)
    yield {
      name,
      list: async (pattern) => baselines[name](wordOrderKey(pattern, language)),
      close: async () => undefined,
    };
  for (const [signal, names] of Object.entries(featuresBySignal))
    yield await createServedSystem(`without ${signal}`, without(names), training, serve);
  const unguarded = learnFromBehaviour(behaviour, { ...learn, guards: false });
  yield await createServedSystem('without guards', unguarded, training, serve);
}

const createServedSystem = async (
  name: string,
  learnt: LearntKeywords,
  { learn, catalogue }: Training,
  serve: Serve,
): Promise<System> => {
  const { language, blockedWords } = learn;
  const servedLists = await serve(
    language,
    buildKeywords({ rows: [], catalogue, language, learnt, blockedWords }),
  );
  return {
    name,
    list: async (pattern) =>
      (await servedLists.suggest(pattern, listLength)).map(({ text }) => wordOrderKey(text, language)),
    suggest: (pattern, size) => servedLists.suggest(pattern, size),
    close: () => servedLists.close(),
  };
};

const withoutFeatures = (names: readonly FeatureName[]): Features => ({
  ...signalWeights,
  ...Object.fromEntries(names.map((name) => [name, 0])),
});
