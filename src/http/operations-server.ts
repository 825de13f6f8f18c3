import type { Socket } from 'node:net';
import { forwardRequests } from './adapter/forward-request.ts';
import { acceptExpectations, answerMalformedHttp } from './adapter/malformed-http.ts';
import { type RunningServer, type ServerOptions, stopGuarded } from './server.ts';
import type { Serving } from './serving.ts';

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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, reusePort: true }, () => resolve());
  });
  const close = (): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));
  return {
    url: `http://${host}:${port}`,
    stop: () => stopGuarded(guard, { ...options, close }),
  };
};
