import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type ConnectionGuard, guardDecorator } from './adapter/connection-guard.ts';
import { forwardRequests } from './adapter/forward-request.ts';
import { acceptExpectations, answerMalformedHttp } from './adapter/malformed-http.ts';
import type { Serving } from './serving.ts';

export type RunningServer = {
  /** With the port that was assigned. */
  readonly url: string;
  /**
   * Accepts no more connections and answers every call that still arrives on an open one, with `Connection: close`.
   * Connections without a call are closed after `graceMs`, all others after `deadlineMs` at the latest: shortly before
   * that, calls without an answer get 503.
   */
  readonly stop: () => Promise<void>;
};

export type ServerOptions = {
  readonly host: string;
  readonly port: number;
  /** Whether other threads listen on the same port. */
  readonly isShared?: boolean;
  /** How long idle connections stay open on stop: a call may be on its way on one of them. */
  readonly graceMs?: number;
  /** When stop ends calls that are still in work, and requests whose body does not arrive. */
  readonly deadlineMs?: number;
};

const serverDefaults = { graceMs: 1_000, deadlineMs: 10_000 } as const;

/** Part of the deadline after which calls without an answer get 503, so that it still reaches them. */
const refusedAfter = 0.9;

export const startServer = async (app: FastifyInstance, options: ServerOptions): Promise<RunningServer> => {
  const { host, port, isShared = false } = options;
  if (isShared && port !== 0) await refuseUsedPort(host, port);
  // Fastify hands all options to node:net, also those that its types do not name.
  const shared = isShared ? { reusePort: true } : {};
  const url = await app.listen({ host, port, ...shared });
  const guard = app.getDecorator<ConnectionGuard>(guardDecorator);
  return { url, stop: () => stopGuarded(guard, { ...options, close: () => app.close() }) };
};

type Closing = Pick<ServerOptions, 'graceMs' | 'deadlineMs'> & {
  readonly close: () => Promise<void>;
};

/** Ends a server as `RunningServer.stop` says. */
const stopGuarded = async (guard: ConnectionGuard, closing: Closing): Promise<void> => {
  const { graceMs = serverDefaults.graceMs, deadlineMs = serverDefaults.deadlineMs } = closing;
  const deadline = setTimeout(guard.closeAll, deadlineMs);
  const refusing = setTimeout(guard.refuseUnanswered, deadlineMs * refusedAfter);
  await guard.drain();
  await Promise.race([guard.whenEmpty(), sleep(graceMs, undefined, { ref: false })]);
  await guard.closeIdle();
  // A server does not know connections that it took over from another thread.
  await guard.whenEmpty();
  await closing.close();
  clearTimeout(refusing);
  clearTimeout(deadline);
};

/** With `reusePort`, the system would let a second service listen beside the first. */
const refuseUsedPort = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });

type OperationsServerOptions = ServerOptions & {
  /** The Unix socket of the main thread, which serves everything else. */
  readonly mainSocket: string;
};

/** Listens for the two operations alone; every other request is forwarded to the main thread. */
export const startOperationsServer = async (
  { guard, createServer }: Serving,
  options: OperationsServerOptions,
): Promise<RunningServer> => {
  const { host, port, mainSocket } = options;
  const server = createServer(forwardRequests(mainSocket));
  acceptExpectations(server);
  server.on('clientError', (error, socket: Socket) =>
    guard.whenAnswered(socket, () => answerMalformedHttp(error, socket)),
  );
  await once(server.listen({ host, port, reusePort: true }), 'listening');
  const close = (): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));
  return {
    url: `http://${host}:${port}`,
    stop: () => stopGuarded(guard, { ...options, close }),
  };
};
