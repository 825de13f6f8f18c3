import type { FastifyInstance } from 'fastify';
import { type ConnectionGuard, guardDecorator } from './adapter/connection-guard.ts';

export type RunningServer = {
  /** With the port that was assigned. */
  readonly url: string;
  /**
   * Accepts no more connections and answers every call that still arrives on an open one, with `Connection: close`.
   * Connections without a call are closed after `graceMs`, all others after `deadlineMs` at the latest.
   */
  readonly stop: () => Promise<void>;
};

type ServerOptions = {
  readonly host: string;
  readonly port: number;
  /** How long idle connections stay open on stop: a call may be on its way on one of them. */
  readonly graceMs?: number;
  /** When stop ends calls that are still in work, and requests whose body does not arrive. */
  readonly deadlineMs?: number;
};

const serverDefaults = { graceMs: 1_000, deadlineMs: 10_000 } as const;

export const startServer = async (app: FastifyInstance, options: ServerOptions): Promise<RunningServer> => {
  const { host, port, graceMs, deadlineMs } = { ...serverDefaults, ...options };
  const url = await app.listen({ host, port });
  const guard = app.getDecorator<ConnectionGuard>(guardDecorator);
  const stop = async (): Promise<void> => {
    guard.drain();
    const deadline = setTimeout(() => app.server.closeAllConnections(), deadlineMs);
    await Promise.race([guard.whenEmpty(), delay(graceMs)]);
    await guard.closeIdle();
    await app.close();
    clearTimeout(deadline);
  };
  return { url, stop };
};

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
