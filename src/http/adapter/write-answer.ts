import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer } from '../call/call.ts';

/** `tail`: header lines of this answer alone, of this connection, and of every answer. */
export type WriteAnswer = (socket: Socket, answer: Answer, tail: string) => void;

/** A longer answer is given to the system in two pieces: copying it would cost more. */
const roomBytes = 64 << 10;

/** Writes answers as HTTP. Head and body are put together in memory that is used again as soon as the system has taken them. */
export const createAnswerWriter = (): WriteAnswer => {
  let room = Buffer.allocUnsafeSlow(roomBytes);
  const currentDate = createDate();
  return (socket, { status, headers, body }, tail) => {
    // A cache would store the length of a 304 for the full answer. That of a HEAD is among the headers.
    const hasLength = status === 304 || status === 204 || headers['content-length'] !== undefined;
    const lines = formatHeaders(headers) + (hasLength ? '' : `content-length: ${body.length}\r\n`);
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}Date: ${currentDate()}\r\n${tail}\r\n`;
    if (head.length + body.length > roomBytes) {
      socket.cork();
      socket.write(head, 'latin1');
      socket.write(body);
      socket.uncork();
      return;
    }
    const start = room.write(head, 'latin1');
    body.copy(room, start);
    socket.write(room.subarray(0, start + body.length));
    // What the system did not take at once is still read from there.
    if (socket.writableLength > 0) room = Buffer.allocUnsafeSlow(roomBytes);
  };
};

/** One line each. Throws for a value that would end its line: it could add headers. */
export const formatHeaders = (headers: Answer['headers']): string => {
  let text = '';
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (!/^[\t -~\u0080-\u00ff]*$/.test(value)) throw new Error(`The header ${name} cannot be sent.`);
    text += `${name}: ${value}\r\n`;
  }
  return text;
};

/** The text changes once a second. */
const createDate = (): (() => string) => {
  let [second, text] = [0, ''];
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) [second, text] = [now, new Date(now * 1000).toUTCString()];
    return text;
  };
};
