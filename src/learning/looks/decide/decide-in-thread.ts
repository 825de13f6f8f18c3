import { type Decision, decideLooks } from './decide.ts';
import { type Rating, rateSample } from './rate-sample.ts';
import { runInThread } from '../thread/run-in-thread.ts';
import type { Sample } from '../train/sample.ts';

/** Numbers of looks from which on the work takes long enough for a thread of its own. */
const inlineLimit = 200_000;

/** An import answers, shows its progress and can be cancelled meanwhile. */
const inThread =
  <T>(work: 'decide' | 'rate', run: (sample: Sample) => T) =>
  async (sample: Sample, signal: AbortSignal): Promise<T> => {
    signal.throwIfAborted();
    return sample.looks.values.length < inlineLimit
      ? run(sample)
      : runInThread<T>(new URL('./decide-worker.ts', import.meta.url), { work, sample }, signal);
  };

/** The same sample always gives the same decision. */
export const decideInThread = inThread<Decision>('decide', decideLooks);

export const rateInThread = inThread<Rating>('rate', rateSample);
