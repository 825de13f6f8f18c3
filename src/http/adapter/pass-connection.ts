import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { LeaveConnection } from './connection-guard.ts';

/*
 * A thread that serves only the two operations passes every other connection to the main thread, through a Unix socket.
 * The first line says the address of the client, so that limits and proxies are judged as if it had connected there.
 */

/** Longer than any address. */
const maximumLine = 64;

/** Serves a connection by passing its bytes on, in both directions, until one side closes it. */
export const passConnections =
  (path: string): LeaveConnection =>
  (socket, bytes) => {
    const main = createConnection({ path, allowHalfOpen: true });
    main.write(`${socket.remoteAddress ?? ''}\n`);
    main.write(bytes);
    joinSockets(socket, main);
  };

const joinSockets = (one: Socket, other: Socket): void => {
  one.pipe(other);
  other.pipe(one);
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy());
    // After both have ended there is nothing left to destroy; a reset of one resets the other.
    from.once('close', () => to.destroySoon());
  }
};

/** Gives the connections that come through the Unix socket to `take`, with the address of their client. */
export const receiveConnections = (take: (socket: Socket, bytes: Buffer) => void): Server =>
  createServer({ allowHalfOpen: true }, (socket) => {
    let received = Buffer.alloc(0);
    const onError = (): void => void socket.destroy();
    const onData = (bytes: Buffer): void => {
      received = Buffer.concat([received, bytes]);
      const end = received.subarray(0, maximumLine).indexOf(0x0a);
      if (end < 0) {
        if (received.length > maximumLine) socket.destroy();
        return;
      }
      socket.off('data', onData).off('error', onError);
      const value = received.toString('latin1', 0, end) || undefined;
      Object.defineProperty(socket, 'remoteAddress', { value });
      take(socket, received.subarray(end + 1));
    };
    socket.on('data', onData).on('error', onError);
  });
