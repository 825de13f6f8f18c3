import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Answer, Call } from '../edge/call.ts';
import type { Edge } from '../edge/edge.ts';
import { requestIdHeader, resolveRequestId } from '../edge/request-id.ts';
import { findHostProblem } from './malformed-http.ts';

/*
 * The two operations are served straight from node:http, because the framework takes longer for a call than finding a
 * kept answer does. Only plain GETs of their exact paths go this way. Whatever else there is (HEAD, OPTIONS, a body, a
 * missing Host header, another spelling of the path) takes the framework's way to the same edge.
 */

export type ShortWayNeeds = {
  readonly edge: Edge;
  readonly paths: readonly string[];
  readonly isTrustedProxy: (address: string) => boolean;
  /** Headers of every answer, whatever the operation. */
  readonly extraHeaders: Readonly<Record<string, string>>;
  readonly onBegin: (path: string, response: ServerResponse) => void;
};

/** Answers what it can, and gives the rest to `framework`. */
export const createShortWay = (needs: ShortWayNeeds, framework: RequestListener): RequestListener => {
  const { edge, onBegin } = needs;
  const paths = new Set(needs.paths);
  const extra = Object.entries(needs.extraHeaders).flat();
  return (request, response) => {
    const path = findPath(request);
    if (path === null || !paths.has(path) || !isPlain(request)) return framework(request, response);
    onBegin(path, response);
    const call = toCall(request, response, needs.isTrustedProxy);
    const send = (answer: Answer): void => sendRaw(response, answer, call.requestId, extra);
    const answer = edge(call);
    if (answer instanceof Promise) answer.then(send, () => response.destroy());
    else send(answer);
  };
};

const findPath = ({ method, url = '' }: IncomingMessage): string | null => {
  if (method !== 'GET') return null;
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
};

const isPlain = (request: IncomingMessage): boolean => {
  const { headers } = request;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return !hasBody && headers.upgrade === undefined && findHostProblem(request) === null;
};

const toCall = (
  request: IncomingMessage,
  response: ServerResponse,
  isTrustedProxy: (address: string) => boolean,
): Call => ({
  method: 'GET',
  url: request.url ?? '/',
  headers: request.headers,
  scheme: 'encrypted' in request.socket && request.socket.encrypted ? 'https' : 'http',
  requestId: resolveRequestId(request),
  address: findAddress(request, isTrustedProxy),
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

const sendRaw = (
  response: ServerResponse,
  { status, headers, head, body }: Answer,
  requestId: string,
  extra: readonly string[],
): void => {
  if (response.destroyed) return;
  const list = head === undefined ? toList(headers, status, body) : head.slice();
  list.push(requestIdHeader, requestId, ...extra);
  response.writeHead(status, list);
  response.end(body.length === 0 ? undefined : body);
};

/** Without a body no length: a cache would store that of a 304 for the full answer. */
const toList = (headers: Answer['headers'], status: number, body: Buffer): string[] => {
  const list = Object.entries(headers).flat();
  if (status !== 304 && headers['content-length'] === undefined)
    list.push('content-length', String(body.length));
  return list;
};
