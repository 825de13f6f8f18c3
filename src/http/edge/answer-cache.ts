import { findQuietStretch, type Stretch } from '../../domain/campaign-schedule.ts';
import type { Directory } from '../../domain/directory.ts';
import type { Subscription } from '../../domain/subscription.ts';
import { type AnswerSet, createKeptAnswers } from './kept-answers.ts';
import type { Question } from './question.ts';
import type { ReadyAnswer } from './ready-answer.ts';

export type AnswerCacheStatistics = {
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
  readonly bytes: number;
  readonly entries: number;
};

export type AnswerCache = {
  /** The answer to the same URL of the same subscription, if it was found or kept before and is still right. */
  findByUrl(directory: Directory, subscription: Subscription, url: string): ReadyAnswer | null;
  /** The answer to a question, and where to keep it if there is none. `url`: to be remembered for it; null: not. */
  find(question: Question, subscription: Subscription, url: string | null): Finding;
  readonly statistics: AnswerCacheStatistics;
};

export type Finding = {
  readonly kept: ReadyAnswer | null;
  /** Has no effect when something that the answer was made from changed meanwhile. */
  readonly keep: (answer: ReadyAnswer) => void;
};

export type AnswerCacheNeeds = {
  /** 0: nothing is kept. */
  readonly maximumBytes: number;
  /** The live reader of a dataset: another object whenever its version or its live changes are others. */
  readonly readerOf: (dataset: string) => object | null;
  readonly now: () => number;
};

/** Everything that the answers of a set were made from, apart from the parameters. */
type BoxState = {
  /** The last directory that was found to say the same about this box. */
  directory: Directory;
  readonly configuration: string;
  readonly datasets: readonly string[];
  readonly readers: readonly (object | null)[];
  readonly stretch: Stretch;
  readonly set: AnswerSet;
};

/** A longer URL is read again each time: many of them would take more memory than answers. */
const maximumUrlLength = 1_000;

/**
 * Finished answers by box and parameters. A box has one set. It is dropped when its configuration, one of its live
 * readers, or the set of scheduled campaigns is no longer what the answers on it were made from. This is checked at
 * each look-up, so nothing has to be notified, and no answer outlives its reasons.
 */
export const createAnswerCache = ({ maximumBytes, readerOf, now }: AnswerCacheNeeds): AnswerCache | null => {
  if (maximumBytes <= 0) return null;
  const keptAnswers = createKeptAnswers(maximumBytes);
  /** By box. */
  const states = new Map<number, BoxState>();
  /** By the number of their set. */
  const statesOfSets = new Map<number, BoxState>();
  /** A subscription is an object of one directory: with the next directory, its spellings are gone. */
  const callers = new WeakMap<Subscription, number>();
  const counts = { hits: 0, misses: 0 };

  const isUnchanged = ({ datasets, readers, stretch }: BoxState): boolean => {
    for (let place = 0; place < datasets.length; place += 1)
      if (readerOf(datasets[place] ?? '') !== readers[place]) return false;
    const nowMs = now();
    return nowMs >= stretch.fromMs && nowMs < stretch.untilMs;
  };

  const createState = (question: Question, configuration: string): BoxState => ({
    directory: question.directory,
    configuration,
    datasets: question.datasets,
    readers: question.datasets.map(readerOf),
    stretch: findQuietStretch(question.campaigns, now()),
    set: keptAnswers.createSet(),
  });

  const findState = (question: Question): BoxState => {
    const known = states.get(question.box.id);
    if (known?.directory === question.directory && isUnchanged(known)) return known;
    const configuration = describeConfiguration(question);
    if (known?.configuration === configuration && isUnchanged(known)) {
      known.directory = question.directory;
      return known;
    }
    if (known !== undefined) {
      known.set.drop();
      statesOfSets.delete(known.set.number);
    }
    const fresh = createState(question, configuration);
    states.set(question.box.id, fresh);
    statesOfSets.set(fresh.set.number, fresh);
    return fresh;
  };

  const remember = (subscription: Subscription, url: string | null, { set }: BoxState, key: string): void => {
    if (url === null || url.length > maximumUrlLength) return;
    const caller = callers.get(subscription) ?? keptAnswers.createCaller();
    callers.set(subscription, caller);
    set.spell(caller, url, key);
  };

  return {
    findByUrl: (directory, subscription, url) => {
      const caller = callers.get(subscription);
      const spelling = caller === undefined ? null : keptAnswers.findSpelling(caller, url);
      const state = spelling && statesOfSets.get(spelling.set);
      // With another directory the configuration is compared first.
      if (!state || state.directory !== directory || !isUnchanged(state)) return null;
      const kept = state.set.findSpelled(spelling);
      if (kept !== null) counts.hits += 1;
      return kept;
    },
    find: (question, subscription, url) => {
      const { box, key } = question;
      const state = findState(question);
      const isKept = state.set.find(key) !== null;
      if (isKept) remember(subscription, url, state, key);
      // Remembering makes room, so the answer is read afterwards: its bytes are those of the record.
      const kept = isKept ? state.set.find(key) : null;
      counts[kept === null ? 'misses' : 'hits'] += 1;
      return {
        kept,
        keep: (answer) => {
          if (states.get(box.id) !== state || !isUnchanged(state)) return;
          if (state.set.keep(key, answer)) remember(subscription, url, state, key);
        },
      };
    },
    get statistics() {
      return { ...counts, ...keptAnswers.statistics };
    },
  };
};

/** Two directories that say the same about a box give the same text. */
const describeConfiguration = ({ box, datasets, campaigns, settings }: Question): string =>
  JSON.stringify([box, datasets, campaigns, settings]);
