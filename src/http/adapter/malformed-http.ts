import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { hasErrorCode } from '../../files/error-code.ts';
import { textAnswer, unavailable } from '../call/answers.ts';
import { requestIdHeader } from '../call/call.ts';
import { edgeDefaults } from '../operation/edge.ts';

const refusals: Record<string, { status: string; text: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    text: 'The request line and headers are too long.',
  },
  HPE_INVALID_URL: {
    status: '400 Bad Request',
    text: 'The address holds characters that must be percent-encoded. Encode parameters with encodeURIComponent or its like: caf%C3%A9.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', text: 'The request took too long to arrive.' },
};

/** How long a peer may take to read the error before its connection is destroyed. */
const lingerMs = 1_000;

/** Bytes that are not valid HTTP never become a request; they get a JSON text like other errors, then the socket closes. */
export const answerMalformedHttp = (error: Error & { code?: string }, socket: Socket): void => {
  const { status, text } = refusals[error.code ?? ''] ?? {
    status: '400 Bad Request',
    text: 'This is not valid HTTP.',
  };
  if (hasErrorCode(error, 'ECONNRESET')) socket.destroy();
  else endWithError(socket, status, text);
};

/**
 * Answers on the socket itself and destroys it. Ending alone is not enough: a peer that never closes its side would
 * keep the file descriptor for ever.
 */
export const endWithError = (socket: Socket, status: string, text: string): void => {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(text);
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    // Without it a page sees no text, only that the request failed.
    'Access-Control-Allow-Origin: *',
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
};

/** Answers 503 and ends the connection after it. */
export const refuseResponse = (response: ServerResponse, text: string): void => {
  const { status, headers, body } = unavailable(text, edgeDefaults.retryAfterSeconds);
  response.shouldKeepAlive = false;
  response.writeHead(status, headers).end(body);
};

/** Requests that Node would refuse by itself, or accept although they are ambiguous, get the same kind of answer as other errors. */
export const answerUnusualHttp = (app: FastifyInstance): void => {
  acceptExpectations(app.server);
  app.addHook('onRequest', (request, reply, done) => {
    const problem = findHostProblem(request.raw);
    if (problem === null) return done();
    const { status, headers, body } = textAnswer(400, problem);
    return reply.code(status).headers(headers).header(requestIdHeader, request.id).send(body);
  });
};

/** An unknown `Expect` may be refused (417) or ignored; we ignore it and answer the request. */
export const acceptExpectations = (server: Server): void =>
  void server.on('checkExpectation', (request, response) => server.emit('request', request, response));

type RawRequest = { readonly rawHeaders: readonly string[]; readonly httpVersion: string };

/** Proxies disagree about which of two Host headers counts, so neither does. */
export const findHostProblem = ({ rawHeaders, httpVersion }: RawRequest): string | null => {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return 'The Host header is given more than once.';
  return hosts === 0 && httpVersion !== '1.0' ? 'The Host header is missing.' : null;
};
