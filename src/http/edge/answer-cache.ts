import { findQuietStretch, type Stretch } from '../../domain/campaign-schedule.ts';
import type { Directory } from '../../domain/directory.ts';
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
  /** The answer to a question, and where to keep it if there is none. */
  find(question: Question): Finding;
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
    known?.set.drop();
    const fresh = createState(question, configuration);
    states.set(question.box.id, fresh);
    return fresh;
  };

  return {
    find: (question) => {
      const { box, key } = question;
      const state = findState(question);
      const kept = state.set.find(key);
      counts[kept === null ? 'misses' : 'hits'] += 1;
      return {
        kept,
        keep: (answer) => {
          if (states.get(box.id) === state && isUnchanged(state)) state.set.keep(key, answer);
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
