import { randomUUID } from 'node:crypto';
import type { AnalyticsCounter, CountedCall } from './analytics.ts';
import type { AnalyticsFile } from './analytics-file.ts';
import type { CounterKey, Hour } from './counter-key.ts';
import { createHourlyCounter, type HourlyCounter, type TextFilter } from './hour-counter.ts';

const callCounterDefaults = { flushEveryMs: 5000, keepHours: 400 * 24 } as const;

type Parts = {
  readonly file: AnalyticsFile;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly mayKeep: TextFilter;
  /** Called when a flush fails, for a log. The counts stay in memory and are written with the next flush. */
  readonly onFlushFailed: (error: unknown) => void;
  readonly flushEveryMs?: number;
};

export type CallCounter = AnalyticsCounter & { flush(): void; close(): void };

export const toHour = (ms: number): Hour => Math.floor(ms / 3_600_000);

/** Counts in memory, writes every few seconds. A crash loses the counts since the last write. */
export const createCallCounter = (parts: Parts): CallCounter => {
  const { file, now, mayKeep } = parts;
  const writer = randomUUID();
  type Counted = { readonly key: CounterKey; readonly counter: HourlyCounter };
  const counters = new Map<string, Counted>();
  /** Those with a count since the last write. */
  const dirty = new Map<string, Counted>();
  let prunedAt = 0;

  const findCounter = ({ websiteId, boxId }: Pick<CountedCall, 'websiteId' | 'boxId'>): HourlyCounter => {
    const hour = toHour(now());
    const name = `${hour} ${websiteId} ${boxId ?? 0}`;
    const known = counters.get(name) ?? {
      key: { hour, websiteId, boxId: boxId ?? 0 },
      counter: createHourlyCounter(mayKeep),
    };
    counters.set(name, known);
    dirty.set(name, known);
    return known.counter;
  };

  const dropOldHours = (hour: Hour): void => {
    for (const [name, { key }] of counters) if (key.hour < hour) counters.delete(name);
    if (hour - prunedAt < 24) return;
    prunedAt = hour;
    file.prune(hour - callCounterDefaults.keepHours);
  };

  const flush = (): void => {
    const hour = toHour(now());
    try {
      file.write(writer, hour, dirty);
      dirty.clear();
      dropOldHours(hour);
    } catch (error) {
      parts.onFlushFailed(error);
    }
  };
  const timer = setInterval(flush, parts.flushEveryMs ?? callCounterDefaults.flushEveryMs).unref();

  return {
    count: (call) => findCounter(call).count(call),
    countInteraction: (interaction) => findCounter(interaction).countInteraction(interaction),
    countSale: (sale) => {
      const isOrder = findCounter(sale).outcomes.countSale(sale);
      if (isOrder) findCounter({ websiteId: sale.websiteId, boxId: null }).outcomes.countOrderOnce(sale);
    },
    flush,
    close: () => {
      clearInterval(timer);
      flush();
    },
  };
};
