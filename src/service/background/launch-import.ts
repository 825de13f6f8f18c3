import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import type { ImportJobs } from '../../imports/import-jobs.ts';
import { type LaunchImport, createImportQueue, type ImportQueue } from '../../imports/queue.ts';
import type { Logger } from 'pino';
import type { Kindred } from '../../compose.ts';
import type { DatasetRef } from '../../domain/import-order.ts';
import { listDatasets } from '../list-datasets.ts';
import { createSharedQueue } from '../../imports/leases/shared-queue.ts';

/** Message to the child process. Not passed by the environment, because settings may hold secrets. */
export type ImportTask<Config> = {
  readonly config: Config;
  readonly website: string;
  readonly dataset: string;
  readonly id: string;
  /** The name under which the service has the right to run it. */
  readonly holder: string | null;
};

/** Lower priority than serving when both need the same core. */
const niceness = 10;

const lowerPriority = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // It has exited already, or the system does not allow it: the import runs with normal priority.
  }
};

/** Runs each import in a child process, so that a crash does not affect serving. */
export const launchInChildProcess =
  (config: unknown, holder: string | null, report: (line: string) => void): LaunchImport =>
  ({ website, dataset }, id) => {
    const child = fork(new URL('./import-worker.ts', import.meta.url), [], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    lowerPriority(child.pid);
    child.stderr?.on('data', (text: Buffer) => report(text.toString('utf8').trimEnd()));
    const task: ImportTask<unknown> = { config, website: website.name, dataset: dataset.name, id, holder };
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

/** Runs imports in this process, for a service that may not start child processes. */
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

/** The imports of this machine, or this node's part of the imports of all nodes. */
export const openImportQueue = (
  { config, store, imports, sharedImports }: Kindred,
  logger: Logger,
): ImportQueue => {
  const launch = launchInChildProcess(config, sharedImports?.holder ?? null, (line) => logger.error(line));
  const onFailed = (err: unknown): void =>
    logger.error({ err }, 'imports pause: their records cannot be read or written');
  if (sharedImports === null) return createImportQueue({ imports, launch, onFailed });
  const find = (tracker: string): DatasetRef | null =>
    listDatasets(store).find(({ dataset }) => dataset.tracker === tracker) ?? null;
  const { importWebsites } = config;
  const mayRun = ({ website }: DatasetRef): boolean =>
    importWebsites.length === 0 || importWebsites.includes(website.name);
  return createSharedQueue({ ...sharedImports, imports, launch, find, mayRun, onFailed });
};
