import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/**
 * Has the collector give back what nobody uses any more. It would do so by itself, but late: memory that threads
 * share does not count as pressure, so the products of a large catalogue would stand beside its vectors for most of
 * a publish. Everything stands still meanwhile: not for a process that serves.
 */
export const trimMemory = (): void => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect | undefined;
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
};
