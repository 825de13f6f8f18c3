import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { formatHeaders } from '../edge/header-block.ts';
import type { Answer } from '../edge/call.ts';

/** Up to here, copying the body behind the headers costs less than giving the system two pieces. */
const maximumCopied = 64 << 10;

/** `tail`: header lines of this answer alone, of this connection, and of every answer. */
export const writeAnswer = (socket: Socket, { status, headers, block, body }: Answer, tail: string): void => {
  const lines = block ?? `${formatHeaders(headers)}${lengthLine(headers, status, body)}`;
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}Date: ${currentDate()}\r\n${tail}\r\n`;
  if (body.length > maximumCopied) {
    socket.cork();
    socket.write(head, 'latin1');
    socket.write(body);
    socket.uncork();
    return;
  }
  const bytes = Buffer.allocUnsafe(head.length + body.length);
  bytes.write(head, 'latin1');
  body.copy(bytes, head.length);
  socket.write(bytes);
};

/** Without a body no length: a cache would store that of a 304 for the full answer. */
const lengthLine = (headers: Answer['headers'], status: number, body: Buffer): string =>
  status === 304 || status === 204 || headers['content-length'] !== undefined
    ? ''
    : `content-length: ${body.length}\r\n`;

let [dateSecond, dateText] = [0, ''];

/** The text changes once a second. */
const currentDate = (): string => {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(second * 1000).toUTCString();
  }
  return dateText;
};
