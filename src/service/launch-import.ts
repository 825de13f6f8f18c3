import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Config } from '../config.ts';
import type { ImportJobs } from '../publishing/import-jobs.ts';
import type { LaunchImport } from './import-queue.ts';

/** What the process is told. By message and not by its environment: settings may hold secrets. */
export type ImportTask = {
  readonly config: Config;
  readonly website: string;
  readonly dataset: string;
  readonly id: string;
};

/** Serving comes first where both want the same core. */
const niceness = 10;

const lowerPriority = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // It has ended already, or the system does not allow it: it runs all the same.
  }
};

/** Each import in a process of its own: whatever it does, the one that serves goes on. */
export const launchInChildProcess =
  (config: Config, report: (line: string) => void): LaunchImport =>
  ({ website, dataset }, id) => {
    const child = fork(new URL('./import-worker.ts', import.meta.url), [], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    lowerPriority(child.pid);
    child.stderr?.on('data', (text: Buffer) => report(text.toString('utf8').trimEnd()));
    const task: ImportTask = { config, website: website.name, dataset: dataset.name, id };
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', (error) => {
        report(String(error));
        resolve();
      });
    });
    child.send(task, () => undefined);
    return { ended, stop: () => void child.kill('SIGTERM') };
  };

/** The same in this process, for a service that may start no other. */
export const launchInThisProcess =
  (imports: Pick<ImportJobs, 'run'>, report: (line: string) => void): LaunchImport =>
  (ref, id) => {
    const stopping = new AbortController();
    const ended = imports.run(ref, id, { signal: stopping.signal, whenStopped: 'queued' }).then(
      () => undefined,
      (error: unknown) => report(String(error)),
    );
    return { ended, stop: () => stopping.abort(new DOMException('The service stops.', 'AbortError')) };
  };
