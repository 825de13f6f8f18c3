import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { type Answer, type Call, requestIdHeader, resolveRequestId } from '../call/call.ts';
import type { Edge } from '../operation/edge.ts';
import { findHostProblem } from './malformed-http.ts';

/*
 * The two operations are answered before the framework sees a request, also on a connection that node:http reads
 * (direct-connection.ts). Everything but a GET of one of their paths is left to others, which reach the same edge.
 */

export type OperationsNeeds = {
  readonly edge: Edge;
  readonly paths: readonly string[];
  /**
   * Answers that are the same for everybody, by path. The thread that reads such a request answers it at once, whatever
   * waits: a health check must not wait for calls.
   */
  readonly fixedAnswers: ReadonlyMap<string, Answer>;
  readonly isTrustedProxy: (address: string) => boolean;
  /** Headers of every answer, whatever the operation. */
  readonly extraHeaders: Readonly<Record<string, string>>;
  /** The work for a call has begun. */
  readonly onBegin: (path: string) => { hasEnded: boolean };
};

/** `others`: answers every other request. */
export type ServeOperations = (others: RequestListener) => RequestListener;

export const createServeOperations = (needs: OperationsNeeds): ServeOperations => {
  const paths = new Set(needs.paths);

  const send = (response: ServerResponse, answer: Answer, requestId: string): void => {
    if (response.destroyed) return;
    const { status, body } = answer;
    const headers: OutgoingHttpHeaders = { ...answer.headers, ...needs.extraHeaders };
    headers[requestIdHeader] = requestId;
    // Without a body no length: a cache would store that of a 304 for the full answer.
    if (body.length > 0) headers['content-length'] = body.length;
    response.writeHead(status, headers).end(body);
  };

  return (others) => (request, response) => {
    const path = pathOf(request);
    const fixed = needs.fixedAnswers.get(path);
    if (request.method !== 'GET' || (fixed === undefined && !paths.has(path)) || findHostProblem(request))
      return others(request, response);
    const requestId = resolveRequestId(request);
    if (fixed !== undefined) return send(response, fixed, requestId);
    const watched = needs.onBegin(path);
    const address = findAddress(request, needs.isTrustedProxy);
    needs
      .edge(toCall(request, response, { address, requestId }))
      .then((answer) => send(response, answer, requestId))
      .catch(() => response.destroy())
      .finally(() => {
        watched.hasEnded = true;
      });
  };
};

const pathOf = ({ url = '/' }: IncomingMessage): string => {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
};

export const toCall = (
  request: IncomingMessage,
  response: ServerResponse,
  { address, requestId }: Pick<Call, 'address' | 'requestId'>,
): Call => ({
  address,
  requestId,
  method: request.method ?? 'GET',
  url: request.url ?? '/',
  headers: request.headers,
  scheme: 'encrypted' in request.socket && request.socket.encrypted ? 'https' : 'http',
  isClosed: () => response.closed || response.destroyed,
  whenClosed: (listener) => {
    if (response.closed) listener();
    else response.once('close', listener);
  },
});

type ForwardedRequest = {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingMessage['headers'];
};

/** The last address in `X-Forwarded-For` that no trusted proxy stands for; the connection's own without such proxies. */
export const findAddress = (
  { socket, headers }: ForwardedRequest,
  isTrustedProxy: (address: string) => boolean,
): string => {
  const own = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined || !isTrustedProxy(own)) return own;
  const hops = String(forwarded)
    .split(',')
    .map((hop) => hop.trim())
    .reverse();
  return hops.find((hop) => !isTrustedProxy(hop)) ?? hops.at(-1) ?? own;
};
