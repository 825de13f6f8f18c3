import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import type { ConnectionLimits } from './connection-limits.ts';
import { type ConnectionCounts, createConnectionCounts } from './connection-counts.ts';
import type { ServeDirectly } from './direct-connection.ts';
import { restoreClient } from './forward-request.ts';
import { endWithError, refuseResponse } from './malformed-http.ts';
import { beginTransfer, createStallCheck, type Transfer } from './stalled-connections.ts';
import { createTrust, networkOf } from './networks.ts';

/** Connections that wait to be accepted when the service is stopped; those that come faster than this are not waited for. */
const maximumAccepted = 1_000;

/** Within this time all threads that were told to stop have closed their listeners. */
const listenersCloseMs = 50;

/** Name under which an app carries its guard, for whoever starts and stops its server. */
export const guardDecorator = 'connectionGuard';

/** Why a connection or one of its calls was refused. */
export type ConnectionRefusal =
  | 'connections'
  | 'network-connections'
  | 'pipelined'
  | 'unsent-bytes'
  | 'slow-reader'
  | 'stalled-body';

type GuardNeeds = {
  readonly limits: ConnectionLimits;
  readonly onRefused: (reason: ConnectionRefusal) => void;
  /** Connections of a trusted proxy carry calls of many clients, so `perNetwork` does not apply to them. */
  readonly trustedProxies: readonly string[];
  readonly now?: () => number;
  /** Counts connections together with other threads; left out: there are none. */
  readonly counts?: ConnectionCounts;
};

type Connection = Transfer & {
  /** Of another thread, which counts the connection of the client. */
  readonly isTakenOver: boolean;
  readonly responses: Set<ServerResponse>;
  /** Calls whose work has not begun: a connection has one call in work at a time. */
  readonly queued: (() => void)[];
  readonly answeredListeners: (() => void)[];
  inWork: ServerResponse | null;
  /** Whether a call is in work that node:http did not read. */
  isBusy: boolean;
  /** Bytes of whole calls, once node:http reads them: further ones are the beginning of a call. */
  wholeBytes: number | null;
};

/**
 * Bounds what connections may hold: their number, unread answers, pipelined calls, and time without progress. All
 * of it is cheap to attack without a key, so it is checked before anything of a request is handled.
 */
export const createConnectionGuard = (needs: GuardNeeds) => {
  const { limits, onRefused, now = () => performance.now(), counts = createConnectionCounts() } = needs;
  const isTrusted = createTrust(needs.trustedProxies);
  const connections = new Map<Socket, Connection>();
  const emptyListeners: (() => void)[] = [];
  let server: Server | null = null;
  let serve: ((socket: Socket, isTakenOver: boolean) => void) | null = null;
  let sweeper: NodeJS.Timeout | null = null;
  let isDraining = false;
  const endIfStalled = createStallCheck(limits.stallMs, onRefused, now);
  let [takenOver, accepted] = [0, 0];

  /** Counts a connection until it closes; says why it is one too many. */
  const countConnection = (socket: Socket): ConnectionRefusal | null => {
    const address = socket.remoteAddress ?? '';
    const network = networkOf(address);
    const { all, ofNetwork } = counts.add(network);
    socket.once('close', () => counts.remove(network));
    if (all > limits.total) return 'connections';
    return ofNetwork > limits.perNetwork && !isTrusted(address) ? 'network-connections' : null;
  };

  const accept = (socket: Socket, isTakenOver: boolean): Connection => {
    const connection: Connection = {
      isTakenOver,
      responses: new Set(),
      queued: [],
      answeredListeners: [],
      inWork: null,
      isBusy: false,
      wholeBytes: null,
      ...beginTransfer(now()),
    };
    connections.set(socket, connection);
    accepted += 1;
    if (isTakenOver) takenOver += 1;
    socket.once('close', () => {
      connections.delete(socket);
      if (isTakenOver) takenOver -= 1;
      if (connections.size === 0) for (const listener of emptyListeners.splice(0)) listener();
    });
    sweeper ??= setTimeout(sweep, limits.stallMs / 4).unref();
    const refusal = isTakenOver ? null : countConnection(socket);
    if (refusal !== null) {
      onRefused(refusal);
      socket.destroy();
    }
    return connection;
  };

  const closeIdle = (): void => {
    for (const [socket, { responses, isBusy, wholeBytes }] of connections)
      if (responses.size === 0 && !isBusy && (wholeBytes ?? socket.bytesRead) === socket.bytesRead)
        socket.destroySoon();
  };

  const sweep = (): void => {
    for (const [socket, connection] of connections) endIfStalled(socket, connection);
    sweeper = connections.size === 0 ? null : setTimeout(sweep, limits.stallMs / 4).unref();
  };

  /** A turn of the event loop accepts one connection. One that waits when the server closes would be reset. */
  const acceptWaiting = async (): Promise<void> => {
    for (let [turn, before] = [0, -1]; turn < maximumAccepted && before !== accepted; turn += 1) {
      before = accepted;
      await setImmediate();
      await setImmediate();
    }
  };

  const findRefusal = (socket: Socket, { responses }: Connection): ConnectionRefusal | null => {
    if (responses.size > limits.pipelined) return 'pipelined';
    let unsent = socket.writableLength;
    for (const response of responses) if (response.socket === null) unsent += response.writableLength;
    return unsent > limits.unsentBytes ? 'unsent-bytes' : null;
  };

  const handle = (request: IncomingMessage, response: ServerResponse, handler: RequestListener): void => {
    const connection = connections.get(request.socket);
    if (connection === undefined) return void request.socket.destroy();
    if (connection.isTakenOver) restoreClient(request);
    connection.request = request;
    connection.receivedAt = now();
    connection.responses.add(response);
    response.once('close', () => {
      connection.responses.delete(response);
      if (connection.inWork === response) connection.inWork = null;
      connection.wholeBytes = request.socket.bytesRead;
      serveNext(connection);
    });
    if (isDraining) response.shouldKeepAlive = false;
    const refusal = findRefusal(request.socket, connection);
    if (refusal !== null) {
      onRefused(refusal);
      return refuseResponse(
        response,
        'This connection has too many unanswered calls or unread answers. Read them first.',
      );
    }
    connection.queued.push(() => {
      connection.inWork = response;
      handler(request, response);
    });
    serveNext(connection);
  };

  const serveNext = ({ queued, inWork, responses, answeredListeners }: Connection): void => {
    if (inWork === null) queued.shift()?.();
    if (responses.size === 0) for (const listener of answeredListeners.splice(0)) listener();
  };

  return {
    /** `direct` is given each connection of a client first, and leaves to node:http and `handler` what it does not serve. */
    createServer: (handler: RequestListener, direct: ServeDirectly): Server => {
      const created = createServer(
        {
          headersTimeout: limits.headersMs,
          requestTimeout: limits.requestMs,
          keepAliveTimeout: limits.keepAliveMs,
          connectionsCheckingInterval: Math.min(5_000, limits.headersMs),
          // Node would answer a request without a Host header by itself, with an empty body.
          requireHostHeader: false,
        },
        (request, response) => handle(request, response, handler),
      );
      // A client may end its side behind its request, and is answered all the same.
      Object.assign(created, { httpAllowHalfOpen: true });
      created.maxConnections = limits.total;
      created.on('drop', () => onRefused('connections'));
      const [serveHttp] = created.listeners('connection');
      created.removeAllListeners('connection');
      serve = (socket, isTakenOver) => {
        const connection = accept(socket, isTakenOver);
        if (socket.destroyed) return;
        const leave = (bytes: Buffer): void => {
          connection.wholeBytes = socket.bytesRead - bytes.length;
          serveHttp?.call(created, socket);
          if (bytes.length > 0) socket.emit('data', bytes);
        };
        if (isTakenOver) return leave(Buffer.alloc(0));
        const setBusy = (isBusy: boolean): void => {
          connection.isBusy = isBusy;
        };
        direct({ socket, ...limits, isDraining: () => isDraining, setBusy, leave });
      };
      created.on('connection', (socket: Socket) => serve?.(socket, false));
      // Whoever closes the server waits for all connections, and node:http does not know those that it does not read.
      const closeIdleOfHttp = created.closeIdleConnections.bind(created);
      created.closeIdleConnections = () => {
        closeIdleOfHttp();
        closeIdle();
      };
      server = created;
      return created;
    },
    /** Serves a connection of another thread, which forwards a request and counts the connection of its client. */
    takeOver: (socket: Socket): void => serve?.(socket, true),
    /** Without those of other threads. */
    get open(): number {
      return connections.size - takenOver;
    },
    /** Accepts no new connection, apart from those that wait. Then answers carry `Connection: close`. */
    drain: async (): Promise<void> => {
      await acceptWaiting();
      // Not the HTTP server's own `close`, which also ends idle connections: a call may be on its way on one.
      if (server?.listening) NetServer.prototype.close.call(server);
      // Clients connect anew once their connections end, and should find no listener of another thread that is about to close.
      await pause(listenersCloseMs);
      isDraining = true;
      for (const { responses } of connections.values())
        for (const response of responses) response.shouldKeepAlive = false;
    },
    /** Answers 503 to calls without an answer, such as those whose body does not arrive, and closes their connections. */
    refuseUnanswered: (): void => {
      for (const [socket, { responses, isBusy }] of connections)
        if (isBusy || (responses.size > 0 && [...responses].every(({ headersSent }) => !headersSent)))
          endWithError(socket, '503 Service Unavailable', 'The service is being stopped. Try again.');
    },
    closeAll: (): void => {
      for (const socket of connections.keys()) socket.destroy();
    },
    /** Closes connections without a call. Calls that have reached this machine are read first, and so answered. */
    closeIdle: async (): Promise<void> => {
      // Between a timer and an immediate the event loop reads from its sockets: a call that is there is not overlooked.
      await setImmediate();
      closeIdle();
    },
    /** Runs the listener when all calls of a connection that were read so far are answered; of several only the first. */
    whenAnswered: (socket: Socket, listener: () => void): void => {
      const connection = connections.get(socket);
      if (connection === undefined || connection.responses.size === 0) return listener();
      if (connection.answeredListeners.length === 0) connection.answeredListeners.push(listener);
    },
    /** Resolves when the last connection has closed. */
    whenEmpty: (): Promise<void> =>
      connections.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            emptyListeners.push(resolve);
          }),
  };
};

export type ConnectionGuard = ReturnType<typeof createConnectionGuard>;
