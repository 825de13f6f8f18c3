import { randomUUID } from 'node:crypto';
import type { AnalyticsCounter, CountedCall } from './analytics.ts';
import type { AnalyticsFile, Hour, HourKey } from './analytics-file.ts';
import { createHourCounter, type HourCounter, type MayKeep } from './hour-counter.ts';

export const countingDefaults = { flushEveryMs: 5000, keepHours: 400 * 24 } as const;

type Parts = {
  readonly file: AnalyticsFile;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly mayKeep: MayKeep;
  /** What was counted stays in memory and is written with the next flush; somebody should know. */
  readonly onFlushFailed: (error: unknown) => void;
  readonly flushEveryMs?: number;
};

export type Counting = AnalyticsCounter & { flush(): void; close(): void };

export const hourOf = (ms: number): Hour => Math.floor(ms / 3_600_000);

/** Counts in memory, writes every few seconds. A crash loses what came since. */
export const countCalls = (parts: Parts): Counting => {
  const { file, now, mayKeep } = parts;
  const writer = randomUUID();
  const counters = new Map<string, { readonly key: HourKey; readonly counter: HourCounter }>();
  const dirty = new Map<string, { readonly key: HourKey; readonly counter: HourCounter }>();
  let prunedAt = 0;

  const counterOf = ({ websiteId, boxId }: Pick<CountedCall, 'websiteId' | 'boxId'>): HourCounter => {
    const hour = hourOf(now());
    const name = `${hour} ${websiteId} ${boxId ?? 0}`;
    const known = counters.get(name) ?? {
      key: { hour, websiteId, boxId: boxId ?? 0 },
      counter: createHourCounter(mayKeep),
    };
    counters.set(name, known);
    dirty.set(name, known);
    return known.counter;
  };

  const tidy = (hour: Hour): void => {
    for (const [name, { key }] of counters) if (key.hour < hour) counters.delete(name);
    if (hour - prunedAt < 24) return;
    prunedAt = hour;
    file.prune(hour - countingDefaults.keepHours);
  };

  const flush = (): void => {
    const hour = hourOf(now());
    try {
      file.write(writer, hour, dirty);
      dirty.clear();
      tidy(hour);
    } catch (error) {
      parts.onFlushFailed(error);
    }
  };
  const timer = setInterval(flush, parts.flushEveryMs ?? countingDefaults.flushEveryMs).unref();

  return {
    count: (call) => counterOf(call).count(call),
    react: (reaction) => counterOf(reaction).react(reaction),
    flush,
    close: () => {
      clearInterval(timer);
      flush();
    },
  };
};
