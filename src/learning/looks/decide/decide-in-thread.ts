import { type Decision, decideLooks } from './decide.ts';
import { runInThread } from '../../../thread-work.ts';
import type { Sample } from '../train/sample.ts';

/** Numbers of looks from which on deciding takes long enough for a thread of its own. */
const inlineLimit = 200_000;

/** An import answers, shows its progress and can be cancelled meanwhile. The same sample always gives the same decision. */
export const decideInThread = async (sample: Sample, signal: AbortSignal): Promise<Decision> => {
  signal.throwIfAborted();
  return sample.looks.values.length < inlineLimit
    ? decideLooks(sample)
    : runInThread<Decision>(new URL('./decide-worker.ts', import.meta.url), sample, signal);
};
