import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { formatHeaders } from '../edge/header-block.ts';
import type { Answer } from '../edge/call.ts';

/** Up to here, copying the body behind the headers costs less than giving the system two pieces. */
const maximumCopied = 64 << 10;
const maximumHead = 8 << 10;

/** Where answers are put together for the system; used again as soon as it has taken them. */
let scratch = Buffer.allocUnsafeSlow(maximumHead + maximumCopied);

/** `tail`: header lines of this answer alone, of this connection, and of every answer. */
export const writeAnswer = (socket: Socket, answer: Answer, tail: string): void => {
  const { status, body } = answer;
  const lines = formatLines(answer);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}Date: ${currentDate()}\r\n${tail}\r\n`;
  if (body.length > maximumCopied || head.length > maximumHead) {
    socket.cork();
    socket.write(head, 'latin1');
    // The memory of a short answer may be used again before the system has taken all of it.
    socket.write(body.length > maximumCopied ? body : Buffer.from(body));
    socket.uncork();
    return;
  }
  const start = scratch.write(head, 'latin1');
  body.copy(scratch, start);
  socket.write(scratch.subarray(0, start + body.length));
  // What the system did not take at once is still read from there.
  if (socket.writableLength > 0) scratch = Buffer.allocUnsafeSlow(scratch.length);
};

/** Without a body no length: a cache would store that of a 304 for the full answer. */
const formatLines = ({ headers, status, body }: Answer): string => {
  const hasLength = status === 304 || status === 204 || headers['content-length'] !== undefined;
  return `${formatHeaders(headers)}${hasLength ? '' : `content-length: ${body.length}\r\n`}`;
};

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
