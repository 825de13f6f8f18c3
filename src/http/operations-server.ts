import { passConnections } from './adapter/pass-connection.ts';
import { type RunningServer, type ServerOptions, stopGuarded } from './server.ts';
import type { Serving } from './serving.ts';

type OperationsServerOptions = ServerOptions & {
  /** The Unix socket of the main thread, which serves everything else. */
  readonly mainSocket: string;
};

/** Listens for the two operations alone; every other connection is passed to the main thread. */
export const startOperationsServer = async (
  { guard, direct }: Serving,
  options: OperationsServerOptions,
): Promise<RunningServer> => {
  const { host, port, mainSocket } = options;
  // No connection is left to node:http here.
  const server = guard.createServer(() => undefined, direct, passConnections(mainSocket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, reusePort: true }, () => resolve());
  });
  const close = (): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));
  return {
    url: `http://${host}:${port}`,
    stop: () => stopGuarded(guard, { ...options, closeAll: () => server.closeAllConnections(), close }),
  };
};
