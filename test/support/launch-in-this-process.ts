import type { ImportJobs } from '../../src/imports/import-jobs.ts';
import type { LaunchImport } from '../../src/imports/queue.ts';

/** Runs imports in this process: a test starts no child process for each. */
export const launchInThisProcess =
  (imports: Pick<ImportJobs, 'run'>, report: (line: string) => void): LaunchImport =>
  (ref, id) => {
    const stopping = new AbortController();
    const ended = imports.run(ref, id, { signal: stopping.signal, whenStopped: 'queued' }).then(
      () => undefined,
      (error: unknown) => report(String(error)),
    );
    return { ended, stop: () => stopping.abort(new DOMException('The test ends.', 'AbortError')) };
  };
