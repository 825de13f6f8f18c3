import { createTablesFirst, defaultSchema } from '../../postgres/create-tables.ts';
import type { Database } from '../../postgres/database.ts';
import type { AnalyticsFile } from '../analytics-file.ts';
import type { PartKey } from '../analytics-parts.ts';
import { analyticsTables, createPartRows } from './part-rows.ts';

const sharedAnalyticsDefaults = { everyMs: 5_000, partsAtOnce: 200 } as const;

type Options = {
  readonly file: AnalyticsFile;
  readonly database: Database;
  readonly schema?: string;
  readonly everyMs?: number;
  /** The database is away: counts stay in the file and are sent when it is back. */
  readonly onFailed: (error: unknown) => void;
};

export type SharedAnalytics = AnalyticsFile & {
  /** Sends what was counted here, and fetches what others counted. */
  exchange(): Promise<void>;
  end(): Promise<void>;
};

/** Notes which counts are to be sent, for whoever sends them. */
export const markUnsent = (file: AnalyticsFile): AnalyticsFile => {
  const parts = file.openParts();
  return {
    ...file,
    write: (writer, activeHour, counters) => {
      const keys = [...counters.values()].map(({ key }) => key);
      const hours = new Set([activeHour, ...keys.map(({ hour }) => hour)]);
      const touched = new Map<string, PartKey>();
      for (const { hour, websiteId } of keys)
        touched.set(`${hour} ${websiteId}`, { writer, hour, websiteId });
      parts.mark([...touched.values(), ...[...hours].map((hour) => ({ writer, hour, websiteId: 0 }))]);
      file.write(writer, activeHour, counters);
    },
  };
};

/** The counts of all nodes: each has those of the others in its own file, a few seconds late. */
export const shareAnalytics = (options: Options): SharedAnalytics => {
  const { file, onFailed, schema = defaultSchema } = options;
  const table = createPartRows(createTablesFirst(options.database, analyticsTables(schema)), schema);
  const parts = file.openParts();

  const send = async (): Promise<void> => {
    for (const part of parts.listUnsent(sharedAnalyticsDefaults.partsAtOnce)) {
      await table.put(part, parts.read(part));
      parts.markSent(part);
    }
  };
  const fetchNew = async (): Promise<void> => {
    const { partsAtOnce } = sharedAnalyticsDefaults;
    for (;;) {
      const found = await table.listNew(parts.listSeen(), partsAtOnce);
      for (const { revision, rows, ...key } of found) parts.receive(key, revision, rows);
      if (found.length < partsAtOnce) return;
    }
  };
  let pruneBefore: number | null = null;
  const exchangeOnce = async (): Promise<void> => {
    await send();
    await fetchNew();
    if (pruneBefore !== null) await table.prune(pruneBefore);
    pruneBefore = null;
  };
  let exchanging: Promise<void> = Promise.resolve();
  const exchange = (): Promise<void> => {
    exchanging = exchanging.then(exchangeOnce).catch(onFailed);
    return exchanging;
  };
  const timer = setInterval(
    () => void exchange(),
    options.everyMs ?? sharedAnalyticsDefaults.everyMs,
  ).unref();

  return {
    ...markUnsent(file),
    prune: (before) => {
      file.prune(before);
      pruneBefore = before;
    },
    exchange,
    end: async () => {
      clearInterval(timer);
      await exchange();
    },
  };
};
