import { wordOrderKey } from '../../domain/normal-form.ts';
import type { BehaviourEvent } from '../log/event.ts';
import { createBehaviourCollector } from '../mine/collect.ts';
import { askedOf, type Candidate } from '../mine/candidates.ts';
import { learnFrom, type LearnOptions } from '../mine/learn.ts';
import { rank, type SuggestOptions } from '../mine/suggest.ts';
import type { FeatureName } from '../mine/weights.ts';
import { baselineNames, createBaselines } from './baselines.ts';

/** Keys, best first, for a pattern as typed. */
export type Lister = (pattern: string) => string[];

export type Systems = {
  readonly lists: ReadonlyMap<string, Lister>;
  /** Whether anybody in the training log searched this key. */
  known(key: string): boolean;
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

/** Everything that is compared, learnt from the same events: ours, the baselines, and ours without each part. */
export const createSystems = (
  training: readonly BehaviourEvent[],
  learn: LearnOptions,
  withinMs: number,
): Systems => {
  const { language } = learn.mining;
  const behaviour = behaviourOf(training, learn);
  const guarded = remembered(learnFrom(behaviour, learn).candidates);
  const unguarded = remembered(learnFrom(behaviour, { ...learn, guards: false }).candidates);
  const lister =
    (candidates: (pattern: string) => Candidate[], changes: Partial<SuggestOptions> = {}): Lister =>
    (pattern) =>
      rank(askedOf(pattern, language), candidates(pattern), { ...learn.suggest, ...changes }).map(
        ({ text }) => wordOrderKey(text, language),
      );
  const lists = new Map<string, Lister>([[systemName, lister(guarded)]]);
  const baselines = createBaselines(training, { language, withinMs });
  for (const name of baselineNames)
    lists.set(name, (pattern) => baselines[name](wordOrderKey(pattern, language)));
  for (const [signal, names] of Object.entries(signals))
    lists.set(`without ${signal}`, lister(guarded, { weights: silenced(learn, names) }));
  lists.set('without merging', lister(guarded, { mergeSpellings: false }));
  lists.set('without guards and merging', lister(unguarded, { mergeSpellings: false }));
  return { lists, known: (key) => (behaviour.find(key)?.shoppers ?? 0) > 0 };
};

const behaviourOf = (training: readonly BehaviourEvent[], learn: LearnOptions) => {
  const collector = createBehaviourCollector(learn.mining);
  for (const event of training) collector.add(event);
  return collector.finish();
};

const silenced = ({ suggest }: LearnOptions, names: readonly FeatureName[]): SuggestOptions['weights'] => ({
  ...suggest.weights,
  ...Object.fromEntries(names.map((name) => [name, 0])),
});

const remembered = <T>(answer: (pattern: string) => T): ((pattern: string) => T) => {
  const answers = new Map<string, T>();
  return (pattern) => {
    const known = answers.get(pattern) ?? answer(pattern);
    answers.set(pattern, known);
    return known;
  };
};
