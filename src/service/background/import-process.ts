import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import type { LaunchImport } from '../../imports/queue.ts';

/** Message to the child process. Not passed by the environment, because settings may hold secrets. */
export type ImportTask<Config> = {
  readonly config: Config;
  readonly website: string;
  readonly dataset: string;
  readonly id: string;
  /** The name under which the service has the right to run it. */
  readonly holder: string | null;
};

/** The same for pictures that imports of other nodes wait for. */
export type EmbeddingTask<Config> = Pick<ImportTask<Config>, 'config'>;

/** Lower priority than serving when both need the same core. */
const niceness = 10;

const lowerPriority = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // It has exited already, or the system does not allow it: the import runs with normal priority.
  }
};

/**
 * Flags of the process of an import. Its objects hardly grow with the catalogue: with bounds they are collected in time. Each of its
 * threads has room for new objects of its own.
 */
export const importFlags = [
  '--max-old-space-size=1024',
  '--max-semi-space-size=8',
  '--disable-warning=ExperimentalWarning',
];

/** In a child process, so that a crash does not affect serving. `ended`: whether it did what it was asked for. */
export const launch = (
  task: ImportTask<unknown> | EmbeddingTask<unknown>,
  report: (line: string) => void,
) => {
  const child = fork(new URL('./import-worker.ts', import.meta.url), [], {
    execArgv: importFlags,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  lowerPriority(child.pid);
  child.stderr?.on('data', (text: Buffer) => report(text.toString('utf8').trimEnd()));
  const ended = new Promise<boolean>((resolve) => {
    child.once('exit', (code) => resolve(code === 0));
    child.once('error', (error) => {
      report(String(error));
      resolve(false);
    });
  });
  child.send(task, () => undefined);
  return { ended, stop: () => void child.kill('SIGTERM') };
};

export const launchInChildProcess =
  (config: unknown, holder: string | null, report: (line: string) => void): LaunchImport =>
  ({ website, dataset }, id) => {
    const task: ImportTask<unknown> = { config, website: website.name, dataset: dataset.name, id, holder };
    const { ended, stop } = launch(task, report);
    return { ended: ended.then(() => undefined), stop };
  };
