import { LRUCache } from 'lru-cache';
import { findQuietStretch, type Stretch } from '../../domain/campaign-schedule.ts';
import type { Directory } from '../../domain/directory.ts';
import { hashText } from '../../domain/hash-text.ts';
import type { FinishedAnswer } from './finished-answer.ts';
import type { Box } from '../../domain/box.ts';
import type { Campaign } from '../../domain/campaign.ts';

/** A question, and what its answer is made from besides it. */
export type Question = {
  readonly directory: Directory;
  readonly box: Box;
  /** Trackers of the datasets that the answer is read from. */
  readonly datasets: readonly string[];
  /** Campaigns of the box that can change the answer. */
  readonly campaigns: readonly Campaign[];
  /** Everything else of the configuration that can change the answer. */
  readonly settings: unknown;
  readonly key: string;
};

export type AnswerCacheNeeds = {
  /** 0: nothing is cached. */
  readonly maximumBytes: number;
  /** The live reader of a dataset: another object whenever its version or its live changes are others. */
  readonly readerOf: (dataset: string) => object | null;
  readonly now: () => number;
};

/** Everything that the answers of a box were made from, apart from the parameters. */
type BoxState = {
  /** Unlike that of any other state: part of the key of its answers. */
  readonly number: number;
  /** The last directory that was found to say the same about this box. */
  directory: Directory;
  readonly configuration: string;
  readonly datasets: readonly string[];
  readonly readers: readonly (object | null)[];
  readonly stretch: Stretch;
};

/** Answers that were made lately and may be asked for again; each is remembered by 32 bits of its key. */
const rememberedAnswers = 2 ** 16;

/** An answer without its bytes: its objects, its key, and its places in the cache. */
const entryBytes = 700;

/**
 * The response cache: finished answers by box and parameters, those that were used last. A box has one state. It is replaced
 * when its configuration, one of its live readers, or the set of scheduled campaigns is no longer what the answers were made
 * from. This is checked at each look-up, so nothing has to be notified, and no answer outlives its reasons: answers of an
 * earlier state are never found again, and make room as the oldest.
 *
 * While there is room every answer is cached. A full cache takes an answer when it is made for the second time: one that is
 * asked for once would push out another that is asked for again, and the collector of V8 would trace all of them more often.
 *
 * Callers write the keys. They cannot make them collide: V8 hashes text with a seed that it draws for each process (not that of
 * a number alone, which a key never is).
 */
export const createAnswerCache = ({ maximumBytes, readerOf, now }: AnswerCacheNeeds) => {
  if (maximumBytes <= 0) return null;
  const counts = { hits: 0, misses: 0, evictions: 0 };
  const answers = new LRUCache<string, FinishedAnswer>({
    maxSize: Math.floor(maximumBytes),
    maxEntrySize: Math.floor(maximumBytes / 4),
    sizeCalculation: countBytes,
    dispose: (_answer, _key, reason) => {
      if (reason === 'evict') counts.evictions += 1;
    },
  });
  const states = new Map<number, BoxState>();
  const madeBefore = new Uint32Array(rememberedAnswers);
  let lastNumber = 0;

  const wasMadeBefore = (key: string): boolean => {
    const hashed = hashText(key);
    const place = hashed % rememberedAnswers;
    const isKnown = madeBefore[place] === hashed;
    madeBefore[place] = hashed;
    return isKnown;
  };

  const isUnchanged = ({ datasets, readers, stretch }: BoxState): boolean => {
    const nowMs = now();
    const isOfNow = nowMs >= stretch.fromMs && nowMs < stretch.untilMs;
    return isOfNow && datasets.every((dataset, place) => readerOf(dataset) === readers[place]);
  };

  const createState = (question: Question, configuration: string): BoxState => ({
    number: (lastNumber += 1),
    directory: question.directory,
    configuration,
    datasets: question.datasets,
    readers: question.datasets.map(readerOf),
    stretch: findQuietStretch(question.campaigns, now()),
  });

  const findState = (question: Question): BoxState => {
    const known = states.get(question.box.id);
    if (known?.directory === question.directory && isUnchanged(known)) return known;
    const configuration = describeConfiguration(question);
    if (known?.configuration === configuration && isUnchanged(known)) {
      known.directory = question.directory;
      return known;
    }
    const fresh = createState(question, configuration);
    states.set(question.box.id, fresh);
    return fresh;
  };

  return {
    /** The answer to a question, and where to keep it if there is none. */
    find: (question: Question) => {
      const state = findState(question);
      const key = `${state.number} ${question.key}`;
      const cached = answers.get(key) ?? null;
      counts[cached === null ? 'misses' : 'hits'] += 1;
      return {
        cached,
        /** Has no effect when something that the answer was made from changed meanwhile. */
        keep: (answer: FinishedAnswer): void => {
          if (states.get(question.box.id) !== state || !isUnchanged(state)) return;
          if (counts.evictions === 0 || cached !== null || wasMadeBefore(key))
            answers.set(key, { ...answer, body: ownBytes(answer.body) });
        },
      };
    },
    get statistics() {
      return { ...counts, bytes: answers.calculatedSize, entries: answers.size };
    },
  };
};

export type AnswerCache = NonNullable<ReturnType<typeof createAnswerCache>>;

const countBytes = ({ body, compressed: { br, gzip } }: FinishedAnswer, key: string): number =>
  entryBytes + 2 * key.length + body.length + (br?.length ?? 0) + (gzip?.length ?? 0);

/** A small body is part of a pool, which it would hold for as long as it is cached. */
const ownBytes = (body: Buffer): Buffer => {
  if (body.buffer.byteLength === body.length) return body;
  const own = Buffer.allocUnsafeSlow(body.length);
  body.copy(own);
  return own;
};

/** Two directories that say the same about a box give the same text. */
const describeConfiguration = ({ box, datasets, campaigns, settings }: Question): string =>
  JSON.stringify([box, datasets, campaigns, settings]);
