import { type DestinationStream, type Logger, pino } from 'pino';
import type { AnalyticsCounter } from '../../analytics/analytics.ts';
import type { ConnectionRefusal } from '../adapter/connection-guard.ts';
import type { SlotRefusal } from '../admission/concurrency-limiter.ts';
import { urlPath, urlQuery } from '../call/call.ts';
import { parseQuery } from '../call/query.ts';
import type { CompletedCall } from '../operation/edge.ts';

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

const secretNames = [
  ...['headers["ocp-apim-subscription-key"]', 'headers.authorization', 'headers.cookie'],
  ...['key', 'token', 'password'],
];
const secretPaths = [...secretNames, ...secretNames.map((name) => `*.${name}`)];

export const createLogger = (level: string, destination?: DestinationStream): Logger => {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretPaths, censor: '[redacted]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
};

const lineEveryMs = 1_000;

/**
 * At most one line a second for each kind: neither an attack nor callers that do not stop may fill the disk. Gives how
 * many there were since the line before; null: no line now.
 */
const createThrottle = <Kind>(now: () => number) => {
  const since = new Map<Kind, { readonly at: number; readonly unlogged: number }>();
  return (kind: Kind): number | null => {
    const { at, unlogged } = since.get(kind) ?? { at: Number.NEGATIVE_INFINITY, unlogged: 0 };
    const isDue = now() - at >= lineEveryMs;
    since.set(kind, isDue ? { at: now(), unlogged: 0 } : { at, unlogged: unlogged + 1 });
    return isDue ? unlogged + 1 : null;
  };
};

const monotonic = (): number => performance.now();

/**
 * One line for each call: failures at `info` and above, successes at `debug`. Calls that are refused for being too many,
 * over a limit (429) or under load (503), are throttled: they must not take the time of those that are answered.
 */
export const createCallLog = (logger: Logger, now: () => number = monotonic) => {
  const throttle = createThrottle<number>(now);
  return (completed: CompletedCall): void => {
    if (completed.status !== 429 && completed.status !== 503) return logCall(logger, completed);
    const times = throttle(completed.status);
    if (times !== null) logCall(logger, completed, { times });
  };
};

/** A warning for each reason for which calls and connections are refused or ended. */
export const createRefusalLog = (logger: Logger, now: () => number = monotonic) => {
  const throttle = createThrottle<RefusalReason>(now);
  return (reason: RefusalReason): void => {
    const times = throttle(reason);
    if (times !== null) logger.warn({ reason, times }, 'calls are refused');
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

/** Why work was refused or ended before its time. `slot-expired`: work took so long that its slot was taken back. */
export type RefusalReason = SlotRefusal | ConnectionRefusal | 'slot-expired';

/** Calls without an accepted key belong to no website and are not counted. */
export const countCall = (analytics: AnalyticsCounter | undefined, completed: CompletedCall): void => {
  const { websiteId, querySummary, status, elapsedMs } = completed;
  if (analytics === undefined || websiteId === null) return;
  if (querySummary === null || querySummary === undefined)
    return analytics.count({ websiteId, boxId: null, status, elapsedMs, input: null });
  const { boxId, hasResults: found, kind, text, campaigns } = querySummary;
  const input = { kind, text, found };
  analytics.count({ websiteId, boxId, status, elapsedMs, input, ...(campaigns && { campaigns }) });
};
