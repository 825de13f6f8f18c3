import type { Logger } from 'pino';
import type { AnalyticsFile } from '../analytics/analytics-file.ts';
import { createCallCounter } from '../analytics/call-counter.ts';
import type { Config } from '../config.ts';
import type { EngineReader } from '../engine/engine.ts';
import type { ServingNeeds } from '../http/serving.ts';
import { hasCardNumber, hasEmailAddress, hasPhoneNumber } from '../learning/keywords/guards/personal-data.ts';
import type { Store } from '../store/store.ts';

/** What all threads that answer have in common. */
export const createServingNeeds = (
  config: Config,
  store: Pick<Store, 'directory'>,
  reader: Pick<EngineReader, 'products' | 'keywords'>,
) =>
  ({
    directory: memoizePerTick(() => store.directory()),
    answerCache: {
      maximumBytes: (config.cacheMegabytes * 1024 ** 2) / config.threads,
      readerOf: (dataset: string) => reader.products(dataset) ?? reader.keywords(dataset),
    },
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    connections: {
      total: config.maxConnections,
      perNetwork: config.maxConnectionsPerNetwork,
      stallMs: config.stallSeconds * 1000,
    },
  }) satisfies Partial<ServingNeeds>;

export const openCallCounter = (file: AnalyticsFile, now: () => number, logger: Logger) =>
  createCallCounter({
    file,
    now,
    mayKeep: mayKeepInput,
    onFlushFailed: (err) => logger.error({ err }, 'use could not be written; tried again in a moment'),
  });

/**
 * No personal data in analytics. Identifiers are exempt from the number checks, because long numbers are
 * normal in many shops.
 */
const mayKeepInput = (text: string, kind: 'pattern' | 'identifier'): boolean => {
  if (hasEmailAddress(text)) return false;
  return kind === 'identifier' || !(hasCardNumber(text) || hasPhoneNumber(text));
};

/**
 * Calls `read` once per turn of the event loop. Requests that arrive together see the same value; a request
 * sent after a change was acknowledged arrives in a later turn and sees the change.
 */
export const memoizePerTick = <T>(read: () => T): (() => T) => {
  let known: { readonly value: T } | null = null;
  const forget = (): void => {
    known = null;
  };
  return () => {
    if (known === null) {
      known = { value: read() };
      setImmediate(forget);
    }
    return known.value;
  };
};
