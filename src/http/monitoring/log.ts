import { type DestinationStream, type Logger, pino } from 'pino';
import { urlPath, urlQuery } from '../call/call.ts';
import type { CompletedCall } from '../operation/edge.ts';
import { parseQuery } from '../call/query.ts';

/** Parameters that may be logged. Any other could be a key under a misspelled name. */
const loggedParameters = [
  'btr',
  'identifier',
  'pattern',
  'top',
  'page',
  'filter',
  'orderby',
  'tile',
  'explain',
];

const secretPaths = [
  'headers["ocp-apim-subscription-key"]',
  'headers.authorization',
  'headers.cookie',
  '*.headers["ocp-apim-subscription-key"]',
  '*.headers.authorization',
  '*.headers.cookie',
  'key',
  'token',
  'password',
  '*.key',
  '*.token',
  '*.password',
];

export const createLogger = (level: string, destination?: DestinationStream): Logger => {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretPaths, censor: '[redacted]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
};

const refusedEveryMs = 1_000;

/**
 * One line for each call: failures at `info` and above, successes at `debug`. Of calls that are refused for being too many,
 * over a limit (429) or under load (503), one line a second each, with how many there were since the line before: callers
 * that do not stop must neither fill the disk nor take the time of those that are answered.
 */
export const createCallLog = (logger: Logger, now: () => number = () => performance.now()) => {
  const refused = new Map(
    [429, 503].map((status) => [status, { at: Number.NEGATIVE_INFINITY, unlogged: 0 }]),
  );
  return (completed: CompletedCall): void => {
    const last = refused.get(completed.status);
    if (last === undefined) return logCall(logger, completed);
    last.unlogged += 1;
    if (now() - last.at < refusedEveryMs) return;
    logCall(logger, completed, { times: last.unlogged });
    last.at = now();
    last.unlogged = 0;
  };
};

const logCall = (logger: Logger, completed: CompletedCall, more: { readonly times?: number } = {}): void => {
  const level = logLevel(completed.status);
  if (!logger.isLevelEnabled(level)) return;
  const { call, operation, requestId, status, elapsedMs, cause } = completed;
  const line = {
    requestId,
    operation,
    method: call.method,
    path: urlPath(call.url).slice(0, 200),
    parameters: loggableParameters(call.url),
    status,
    elapsedMs: Math.round(elapsedMs * 1000) / 1000,
    ...more,
    ...(status >= 500 && cause !== undefined ? { err: cause } : {}),
  };
  logger[level](line, 'answered');
};

/** A part of an image search failed: the answer shows less, or says `errorOccured`. */
export const logFailedPart =
  (logger: Logger) =>
  (part: string, err: unknown, requestId: string): void =>
    logger.error({ err, part, requestId }, 'a part of an image search failed');

const logLevel = (status: number): 'debug' | 'info' | 'warn' | 'error' => {
  if (status < 400) return 'debug';
  if (status < 500) return 'info';
  return status === 503 ? 'warn' : 'error';
};

const loggableParameters = (url: string): Record<string, string> => {
  const { values } = parseQuery(urlQuery(url));
  const entries = loggedParameters.flatMap((name) => {
    const [value] = values.get(name) ?? [];
    return value === undefined ? [] : [[name, value.slice(0, 200)]];
  });
  return Object.fromEntries(entries) as Record<string, string>;
};
