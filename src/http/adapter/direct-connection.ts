import type { Socket } from 'node:net';
import { type Answer, type Call, requestIdHeader, resolveRequestId } from '../call/call.ts';
import { endWithError } from './malformed-http.ts';
import { type PlainRequest, readPlainRequest } from './plain-request.ts';
import { findAddress, type OperationsNeeds } from './serve-operations.ts';
import { createAnswerWriter, formatHeaders } from './write-answer.ts';

/*
 * The operations are served straight from the socket, because node:http takes longer for a call than finding a cached answer
 * does. Only bytes that are exactly one plain request of one of their paths are read here. At the first others (a body,
 * several requests at once, half of one, another path) the connection is left to node:http for good, with these bytes.
 *
 *     bytes ──▶ one plain request? ──yes──▶ edge ──▶ answer ──▶ next bytes
 *                     │no
 *                     ▼
 *               node:http ──▶ serve-operations.ts ──▶ edge
 */

/** What the guard of the connections says, and what it must know. */
export type DirectConnection = {
  readonly socket: Socket;
  readonly headersMs: number;
  readonly keepAliveMs: number;
  readonly isDraining: () => boolean;
  readonly setBusy: (isBusy: boolean) => void;
  /** Gives the connection, and bytes that were read from it, to node:http. */
  readonly leave: (bytes: Buffer) => void;
};

export type ServeDirectly = (connection: DirectConnection) => void;

export const createServeDirectly = (needs: OperationsNeeds): ServeDirectly => {
  const { edge, fixedAnswers } = needs;
  const paths = new Set([...needs.paths, ...fixedAnswers.keys()]);
  const extra = formatHeaders(needs.extraHeaders);
  const write = createAnswerWriter();
  const untilSent = createSending();

  return ({ socket, headersMs, keepAliveMs, isDraining, setBusy, leave }) => {
    const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n`;
    let last: PlainRequest | null = null;
    /** Of the call in work; null: there is none. */
    let closeListeners: (() => void)[] | null = null;
    let held: Buffer | null = null;
    let hasEnded = false;

    const send = (answer: Answer, isLastCall: boolean, requestId: string): void => {
      if (!socket.writable) return;
      const isLast = isLastCall || hasEnded || isDraining();
      const transport = isLast ? 'Connection: close\r\n' : keepAlive;
      write(socket, answer, `${requestIdHeader}: ${requestId}\r\n${extra}${transport}`);
      if (isLast) socket.destroySoon();
    };

    const begin = (): void => {
      closeListeners = [];
      setBusy(true);
    };
    const finish = (): void => {
      const listeners = closeListeners ?? [];
      closeListeners = null;
      setBusy(false);
      for (const listener of listeners) listener();
    };
    const toCall = ({ method, url, block: { headers } }: PlainRequest): Call => ({
      method,
      url,
      headers,
      scheme: 'http',
      requestId: resolveRequestId({ headers }),
      address: findAddress({ socket, headers }, needs.isTrustedProxy),
      isClosed: () => socket.destroyed,
      whenClosed: (listener) => {
        if (socket.destroyed || closeListeners === null) listener();
        else closeListeners.push(listener);
      },
    });

    const serve = async (request: PlainRequest): Promise<void> => {
      const watched = needs.onBegin(request.path);
      begin();
      try {
        const call = toCall(request);
        const answer = await edge(call);
        await untilSent();
        send(answer, request.block.isLast, call.requestId);
      } catch {
        socket.destroy();
      }
      watched.hasEnded = true;
      finish();
      serveHeld();
    };

    /** Bytes that came while a call was in work. */
    const serveHeld = (): void => {
      if (held === null) return;
      const bytes = held;
      held = null;
      socket.resume();
      if (socket.writable) onData(bytes);
    };

    const onData = (bytes: Buffer): void => {
      if (closeListeners !== null) {
        held = held === null ? bytes : Buffer.concat([held, bytes]);
        return void socket.pause();
      }
      const request = socket.writableLength > 0 ? null : readPlainRequest(bytes, paths, last);
      const fixed = request && fixedAnswers.get(request.path);
      if (request === null || (fixed && request.method !== 'GET')) {
        stop();
        return leave(bytes);
      }
      if (last === null) socket.setTimeout(keepAliveMs);
      last = request;
      if (fixed) send(fixed, request.block.isLast, resolveRequestId(request.block));
      else serve(request).catch(() => socket.destroy());
    };
    const onEnd = (): void => {
      hasEnded = true;
      if (closeListeners === null) socket.end();
    };
    const onTimeout = (): void => {
      if (closeListeners !== null) return;
      stop();
      if (last === null) endWithError(socket, '408 Request Timeout', 'The request took too long to arrive.');
      else socket.destroySoon();
    };
    const onError = (): void => void socket.destroy();
    const stop = (): void => {
      socket.setTimeout(0);
      socket.off('data', onData).off('end', onEnd).off('timeout', onTimeout).off('close', finish);
      socket.off('error', onError);
    };
    socket.on('data', onData).on('end', onEnd).on('timeout', onTimeout).on('close', finish);
    socket.on('error', onError);
    socket.setTimeout(headersMs);
  };
};

/** Answers that are sent together, at most: each waits until the others are made. */
const sentTogether = 8;

/**
 * Answers of one turn of the event loop are sent together: clients, or the proxy before them, that wait on the same machine are
 * woken once and not for each.
 */
const createSending = () => {
  let [turn, waiting] = [Promise.withResolvers<void>(), 0];
  const sendNow = (): void => {
    turn.resolve();
    [turn, waiting] = [Promise.withResolvers<void>(), 0];
  };
  return (): Promise<void> => {
    const { promise } = turn;
    waiting += 1;
    if (waiting === 1) setImmediate(sendNow);
    if (waiting === sentTogether) sendNow();
    return promise;
  };
};
