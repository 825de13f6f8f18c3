import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { endWithError } from './malformed-http.ts';

/** What a connection had sent and received at the last look. */
export type Transfer = {
  request: IncomingMessage | null;
  /** Bytes, and since when these numbers have not changed. */
  received: number;
  receivedAt: number;
  sent: number;
  sentAt: number;
};

export const beginTransfer = (at: number): Transfer => ({
  request: null,
  received: 0,
  receivedAt: at,
  sent: 0,
  sentAt: at,
});

type Watched = Transfer & { readonly responses: ReadonlySet<ServerResponse> };

/** Ends a connection that takes or sends no byte for `stallMs`, although it should. */
export const createStallCheck =
  (stallMs: number, onRefused: (reason: 'slow-reader' | 'stalled-body') => void, now: () => number) =>
  (socket: Socket, connection: Watched): void => {
    const at = now();
    const sent = socket.bytesWritten - socket.writableLength;
    if (socket.writableLength === 0 || sent !== connection.sent) connection.sentAt = at;
    connection.sent = sent;
    if (!isReceiving(connection.request) || socket.bytesRead !== connection.received)
      connection.receivedAt = at;
    connection.received = socket.bytesRead;
    if (at - connection.sentAt > stallMs) {
      onRefused('slow-reader');
      socket.destroy();
    } else if (at - connection.receivedAt > stallMs) {
      onRefused('stalled-body');
      if ([...connection.responses].some(({ headersSent }) => headersSent)) socket.destroy();
      else endWithError(socket, '408 Request Timeout', 'The request took too long to arrive.');
    }
  };

/** Whether bytes of the body are outstanding, and it is not we who do not read them. */
const isReceiving = (request: IncomingMessage | null): boolean =>
  request !== null && !request.complete && request.readableLength === 0;
