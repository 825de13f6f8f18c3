import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { textAnswer } from '../edge/answers.ts';
import { requestIdHeader } from '../edge/request-id.ts';

const refusals: Record<string, { status: string; text: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    text: 'The request line and headers are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', text: 'The request took too long to arrive.' },
};

/** Bytes that are not valid HTTP never become a request; they get a JSON text like other errors, then the socket closes. */
export const answerMalformedHttp = (error: Error & { code?: string }, socket: Socket): void => {
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
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};

/** Server option: otherwise Node itself answers a request without a Host header, with an empty body. */
export const hostHeaderOptions = { requireHostHeader: false } as const;

/** Requests that Node would refuse by itself get the same kind of answer as other errors. */
export const answerUnusualHttp = (app: FastifyInstance): void => {
  // An unknown `Expect` may be refused (417) or ignored; we ignore it and answer the request.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.headers.host !== undefined || request.raw.httpVersion === '1.0') return done();
    const { status, headers, body } = textAnswer(400, 'The Host header is missing.');
    return reply.code(status).headers(headers).header(requestIdHeader, request.id).send(body);
  });
};
