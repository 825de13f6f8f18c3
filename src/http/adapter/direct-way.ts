import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer, Call } from '../edge/call.ts';
import type { Edge } from '../edge/edge.ts';
import { formatHeaders } from '../edge/header-block.ts';
import { requestIdHeader, resolveRequestId } from '../edge/request-id.ts';
import { endWithError } from './malformed-http.ts';
import { type HeaderBlock, type PlainRequest, readPlainRequest } from './plain-request.ts';
import { writeAnswer } from './write-answer.ts';

/*
 * The two operations are served straight from the socket, because node:http takes longer for a call than finding a kept
 * answer does. Only bytes that are exactly one plain GET of one of their paths are read here. At the first others (HEAD,
 * OPTIONS, a body, several requests at once, half of one, another path) the connection is left to node:http for good,
 * with these bytes, and takes the framework's way to the same edge.
 *
 *     bytes ──▶ one plain GET? ──yes──▶ edge ──▶ answer ──▶ next bytes
 *                     │no
 *                     ▼
 *               node:http, framework ──▶ edge
 */

export type DirectNeeds = {
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
  /** The work for a call has begun; it ends when `writableEnded` or `destroyed` is true. */
  readonly onBegin: (path: string, response: { writableEnded: boolean; destroyed: boolean }) => void;
};

/** What the guard of the connections says, and what it must know. */
export type DirectConnection = {
  readonly socket: Socket;
  readonly headersMs: number;
  readonly keepAliveMs: number;
  readonly isDraining: () => boolean;
  /** Whether a call is in work. */
  readonly setBusy: (isBusy: boolean) => void;
  /** Gives the connection, and bytes that were read from it, to node:http. */
  readonly leave: (bytes: Buffer) => void;
};

export type DirectWay = (connection: DirectConnection) => void;

const noBytes: Buffer = Buffer.alloc(0);

/** Bytes of further calls that are held while one is in work. */
const maximumHeld = 64 << 10;

type CallInWork = { readonly closeListeners: (() => void)[]; writableEnded: boolean; destroyed: boolean };

export const createDirectWay = (needs: DirectNeeds): DirectWay => {
  const { edge, onBegin } = needs;
  const paths = new Set([...needs.paths, ...needs.fixedAnswers.keys()]);
  const extra = formatHeaders(needs.extraHeaders);

  return ({ socket, headersMs, keepAliveMs, isDraining, setBusy, leave }) => {
    const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n`;
    let known: HeaderBlock | null = null;
    let inWork: CallInWork | null = null;
    let held = noBytes;
    let hasEnded = false;

    const send = (answer: Answer, { block }: PlainRequest, requestId: string): void => {
      if (socket.destroyed) return;
      const isLast = block.isLast || hasEnded || isDraining();
      const transport = isLast ? 'Connection: close\r\n' : keepAlive;
      writeAnswer(socket, answer, `${requestIdHeader}: ${requestId}\r\n${extra}${transport}`);
      if (isLast) socket.destroySoon();
    };

    const finish = (): void => {
      if (inWork === null) return;
      const { closeListeners } = inWork;
      inWork.writableEnded = true;
      inWork = null;
      setBusy(false);
      for (const listener of closeListeners) listener();
    };

    /** Bytes that came while a call was in work. */
    const serveHeld = (): void => {
      const bytes = held;
      held = noBytes;
      socket.resume();
      if (bytes.length > 0 && !socket.destroyed && socket.writable) onData(bytes);
    };

    const serve = (request: PlainRequest): void => {
      const fixed = needs.fixedAnswers.get(request.path);
      if (fixed !== undefined) return send(fixed, request, resolveRequestId(request.block));
      const work: CallInWork = { closeListeners: [], writableEnded: false, destroyed: false };
      inWork = work;
      const call = toCall(request, socket, needs.isTrustedProxy, work);
      setBusy(true);
      onBegin(request.path, work);
      edge(call)
        .then((made) => {
          send(made, request, call.requestId);
          finish();
          serveHeld();
        })
        .catch(() => socket.destroy());
    };

    const onData = (bytes: Buffer): void => {
      if (inWork !== null) {
        held = Buffer.concat([held, bytes]);
        if (held.length > maximumHeld) socket.pause();
        return;
      }
      const request = socket.writableLength > 0 ? null : readPlainRequest(bytes, paths, known);
      if (request === null) {
        stop();
        leave(bytes);
        return;
      }
      if (known === null) socket.setTimeout(keepAliveMs);
      known = request.block;
      try {
        serve(request);
      } catch {
        socket.destroy();
      }
    };
    const onEnd = (): void => {
      hasEnded = true;
      if (inWork === null) socket.end();
    };
    const onTimeout = (): void => {
      if (inWork !== null) return;
      stop();
      if (known === null) endWithError(socket, '408 Request Timeout', 'The request took too long to arrive.');
      else socket.destroySoon();
    };
    const onError = (): void => void socket.destroy();
    const onClose = (): void => {
      if (inWork) inWork.destroyed = true;
      finish();
    };
    const stop = (): void => {
      socket.setTimeout(0);
      socket.off('data', onData).off('end', onEnd).off('timeout', onTimeout).off('close', onClose);
      socket.off('error', onError);
    };
    socket.on('data', onData).on('end', onEnd).on('timeout', onTimeout).on('close', onClose);
    socket.on('error', onError);
    socket.setTimeout(headersMs);
  };
};

const toCall = (
  { url, block: { headers } }: PlainRequest,
  socket: Socket,
  isTrustedProxy: (address: string) => boolean,
  work: CallInWork,
): Call => ({
  method: 'GET',
  url,
  headers,
  scheme: 'http',
  requestId: resolveRequestId({ headers }),
  address: findAddress({ socket, headers }, isTrustedProxy),
  isClosed: () => socket.destroyed,
  whenClosed: (listener) => {
    if (socket.destroyed || work.writableEnded) listener();
    else work.closeListeners.push(listener);
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
