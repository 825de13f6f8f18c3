import type { Socket } from 'node:net';

const refusals: Record<string, { status: string; text: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    text: 'The request line and headers are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', text: 'The request took too long to arrive.' },
};

/** What is not HTTP never becomes a request; it still gets an answer of our kind before the line is cut. */
export const answerBrokenHttp = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, text } = refusals[error.code ?? ''] ?? {
    status: '400 Bad Request',
    text: 'This is not valid HTTP.',
  };
  const body = JSON.stringify(text);
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};
