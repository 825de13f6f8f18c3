import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/**
 * Runs a full garbage collection that returns unused memory to the system. Node would do so by itself, but late: shared
 * memory does not count as memory pressure, so the products of a large catalogue would stay in memory beside its
 * vectors for most of a publish. It blocks the process, so a process that serves requests must not call it.
 */
export const trimMemory = (): void => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect | undefined;
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
};
