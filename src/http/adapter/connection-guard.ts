import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { edgeDefaults } from '../operation/edge.ts';
import * as answers from '../call/answers.ts';
import { type ConnectionCounts, createLocalCounts } from './connection-counts.ts';
import { restoreClient } from './forward-request.ts';
import { endWithError } from './malformed-http.ts';
import { createTrust, networkOf } from './networks.ts';

export type ConnectionLimits = {
  /** Open connections: in total, and from one IPv4 address or IPv6 /64 network. */
  readonly total: number;
  readonly perNetwork: number;
  /** Calls of one connection that may be unanswered at the same time (HTTP pipelining). */
  readonly pipelined: number;
  /** Bytes of answers that one connection may have left unread when it sends another call. */
  readonly unsentBytes: number;
  /** Time for the request line and headers. */
  readonly headersMs: number;
  /** Time for a whole request. An upload of several gigabytes takes long, so `stallMs` is the real limit. */
  readonly requestMs: number;
  /** How long a connection without a call stays open. */
  readonly keepAliveMs: number;
  /** A connection that neither takes nor sends a byte for so long, although it should, is ended. */
  readonly stallMs: number;
};

export const connectionDefaults: ConnectionLimits = {
  total: 8192,
  perNetwork: 2048,
  pipelined: 32,
  unsentBytes: 4 * 1024 ** 2,
  headersMs: 15_000,
  requestMs: 3_600_000,
  keepAliveMs: 72_000,
  stallMs: 20_000,
};

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

export type ConnectionGuard = {
  readonly createServer: (handler: RequestListener) => Server;
  /** Serves a connection of another thread, which forwards a request and counts the connection of its client. */
  readonly takeOver: (socket: Socket) => void;
  /** Without those of other threads. */
  readonly open: number;
  /** Accepts no new connection, apart from those that wait. Then answers carry `Connection: close`. */
  readonly drain: () => Promise<void>;
  /** Closes connections without a call. Calls that have reached this machine are read first, and so answered. */
  readonly closeIdle: () => Promise<void>;
  /** Answers 503 to calls without an answer, such as those whose body does not arrive, and closes their connections. */
  readonly refuseUnanswered: () => void;
  /** Resolves when the last connection has closed. */
  readonly whenEmpty: () => Promise<void>;
  /** Runs the listener when all calls of a connection that were read so far are answered; of several only the first. */
  readonly whenAnswered: (socket: Socket, listener: () => void) => void;
};

type GuardNeeds = {
  readonly limits: ConnectionLimits;
  readonly onRefused: (reason: ConnectionRefusal) => void;
  /** Connections of a trusted proxy carry calls of many clients, so `perNetwork` does not apply to them. */
  readonly trustedProxies: readonly string[];
  readonly now?: () => number;
  /** Counts connections together with other threads; left out: there are none. */
  readonly counts?: ConnectionCounts;
};

type Connection = {
  /** Of another thread, which counts the connection of the client. */
  readonly isTakenOver: boolean;
  readonly responses: Set<ServerResponse>;
  /** Calls whose work has not begun: a connection has one call in work at a time. */
  readonly queued: (() => void)[];
  readonly answeredListeners: (() => void)[];
  inWork: ServerResponse | null;
  /** Bytes of whole calls: further ones are the beginning of a call. */
  wholeBytes: number;
  request: IncomingMessage | null;
  /** Bytes that had been received, and sent, at the last look, and since when these numbers have not changed. */
  received: number;
  receivedAt: number;
  sent: number;
  sentAt: number;
};

/**
 * Bounds what connections may hold: their number, unread answers, pipelined calls, and time without progress. All
 * of it is cheap to attack without a key, so it is checked before anything of a request is handled.
 */
export const createConnectionGuard = (needs: GuardNeeds): ConnectionGuard => {
  const { limits, onRefused, now = () => performance.now(), counts = createLocalCounts() } = needs;
  const isTrusted = createTrust(needs.trustedProxies);
  const connections = new Map<Socket, Connection>();
  const emptyListeners: (() => void)[] = [];
  let server: Server | null = null;
  let serve: ((socket: Socket, isTakenOver: boolean) => void) | null = null;
  let sweeper: NodeJS.Timeout | null = null;
  let isDraining = false;
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

  const accept = (socket: Socket, isTakenOver: boolean): void => {
    const at = now();
    const connection: Connection = {
      isTakenOver,
      responses: new Set(),
      queued: [],
      answeredListeners: [],
      inWork: null,
      wholeBytes: 0,
      request: null,
      received: 0,
      receivedAt: at,
      sent: 0,
      sentAt: at,
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
  };

  const sweep = (): void => {
    for (const [socket, connection] of connections) inspect(socket, connection);
    sweeper = connections.size === 0 ? null : setTimeout(sweep, limits.stallMs / 4).unref();
  };

  const inspect = (socket: Socket, connection: Connection): void => {
    const at = now();
    const sent = socket.bytesWritten - socket.writableLength;
    if (socket.writableLength === 0 || sent !== connection.sent) connection.sentAt = at;
    connection.sent = sent;
    if (!isReceiving(connection.request) || socket.bytesRead !== connection.received)
      connection.receivedAt = at;
    connection.received = socket.bytesRead;
    if (at - connection.sentAt > limits.stallMs) {
      onRefused('slow-reader');
      socket.destroy();
    } else if (at - connection.receivedAt > limits.stallMs) {
      onRefused('stalled-body');
      if ([...connection.responses].some(({ headersSent }) => headersSent)) socket.destroy();
      else endWithError(socket, '408 Request Timeout', 'The request took too long to arrive.');
    }
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
      return refuse(response);
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
    createServer: (handler) => {
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
        accept(socket, isTakenOver);
        if (!socket.destroyed) serveHttp?.call(created, socket);
      };
      created.on('connection', (socket: Socket) => serve?.(socket, false));
      server = created;
      return created;
    },
    takeOver: (socket) => serve?.(socket, true),
    get open() {
      return connections.size - takenOver;
    },
    drain: async () => {
      await acceptWaiting();
      // Not the HTTP server's own `close`, which also ends idle connections: a call may be on its way on one.
      if (server?.listening) NetServer.prototype.close.call(server);
      // Clients connect anew once their connections end, and should find no listener of another thread that is about to close.
      await pause(listenersCloseMs);
      isDraining = true;
      for (const { responses } of connections.values())
        for (const response of responses) response.shouldKeepAlive = false;
    },
    refuseUnanswered: () => {
      for (const [socket, { responses }] of connections)
        if (responses.size > 0 && [...responses].every(({ headersSent }) => !headersSent))
          endWithError(socket, '503 Service Unavailable', 'The service is being stopped. Try again.');
    },
    closeIdle: async () => {
      // Between a timer and an immediate the event loop reads from its sockets: a call that is there is not overlooked.
      await setImmediate();
      for (const [socket, { responses, wholeBytes }] of connections)
        if (responses.size === 0 && wholeBytes === socket.bytesRead) socket.destroySoon();
    },
    whenAnswered: (socket, listener) => {
      const connection = connections.get(socket);
      if (connection === undefined || connection.responses.size === 0) return listener();
      if (connection.answeredListeners.length === 0) connection.answeredListeners.push(listener);
    },
    whenEmpty: () =>
      connections.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            emptyListeners.push(resolve);
          }),
  };
};

/** Whether bytes of the body are outstanding, and it is not we who do not read them. */
const isReceiving = (request: IncomingMessage | null): boolean =>
  request !== null && !request.complete && request.readableLength === 0;

const refuse = (response: ServerResponse): void => {
  const text = 'This connection has too many unanswered calls or unread answers. Read them first.';
  const { status, headers, body } = answers.unavailable(text, edgeDefaults.retryAfterSeconds);
  response.shouldKeepAlive = false;
  response.writeHead(status, headers).end(body);
};
