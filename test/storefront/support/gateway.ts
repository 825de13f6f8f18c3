import {
  Agent,
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a gateway does with calls of the two operations. Scripts, pictures and events always pass. */
type Mode = 'pass' | 'hold' | 'drop';

/** Stands between a page and the service, as a slow or broken network does. */
export type Gateway = {
  readonly url: string;
  readonly setMode: (mode: Mode) => void;
  /** Calls that are held back now. */
  readonly held: () => number;
  /** Lets everything pass again, what is held included. */
  readonly release: () => void;
  /** Stops it: connections are refused. */
  readonly close: () => Promise<void>;
};

const isOperation = (url: string): boolean => /^\/(search|relatedsearches)\//.test(url);

/** A connection for each call: one that is kept may be closed by the service at the moment it is used again. */
const agent = new Agent({ keepAlive: false });

export const openGateway = async (target: string): Promise<Gateway> => {
  let mode: Mode = 'pass';
  let waiting: (() => void)[] = [];

  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    const { method } = request;
    const headers = { ...request.headers, connection: 'close' };
    const onward = forward(new URL(request.url ?? '/', target), { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };
  const server = createServer((request, response) => {
    // A preflight asks for nothing yet.
    const isHeldBack = isOperation(request.url ?? '') && request.method === 'GET';
    if (isHeldBack && mode === 'drop') response.destroy();
    else if (isHeldBack && mode === 'hold') waiting.push(() => pass(request, response));
    else pass(request, response);
  });
  // Never closes a connection that a browser may be about to use.
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setMode: (next) => {
      mode = next;
    },
    held: () => waiting.length,
    release: () => {
      mode = 'pass';
      const all = waiting;
      waiting = [];
      for (const each of all) each();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};
