import { once } from 'node:events';
import { serviceProgram } from './service-program.ts';
import { startChild } from './start-child.ts';

export type RunningService = {
  readonly port: number;
  readonly pid: number | undefined;
  /** From the start of the process until it is ready. */
  readonly startSeconds: number;
  stop(): Promise<void>;
};

const isReady = async (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** A real process on a data folder, once all its versions are loaded. */
export const startService = async (
  dataDir: string,
  environment: NodeJS.ProcessEnv,
): Promise<RunningService> => {
  const startedAt = performance.now();
  const own = { KINDRED_DATA: dataDir, KINDRED_PORT: '0', KINDRED_LOG: 'silent', KINDRED_DEMO: 'off' };
  const { child, value: port } = await startChild(serviceProgram, { ...environment, ...own }, (line) => {
    const match = /answers on http:\/\/[^:]+:(\d+)/.exec(line);
    return match === null ? null : Number(match[1]);
  });
  while (!(await isReady(port))) await new Promise((resolve) => setTimeout(resolve, 20));
  return {
    port,
    pid: child.pid,
    startSeconds: (performance.now() - startedAt) / 1000,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
};
