import { Cron } from 'croner';
import type { DatasetRef } from '../domain/import-order.ts';

type Parts = {
  /** All current product and keyword datasets. */
  readonly datasets: () => readonly DatasetRef[];
  /** Changes whenever the configuration changes. */
  readonly revision: () => string;
  /** Whether this process starts the import that is due at this time: of all nodes, one does. */
  readonly mayStart: (ref: DatasetRef, due: Date) => Promise<boolean>;
  readonly start: (ref: DatasetRef) => void;
  /** Called when a scheduled import cannot be started, or (null) the configuration cannot be read. */
  readonly onFailed: (ref: DatasetRef | null, error: unknown) => void;
};

const scheduleDefaults = { checkEveryMs: 5_000 } as const;

/** Starts scheduled imports when they are due, in the time zone of their website. Follows changes of the configuration. */
export const startImportSchedule = ({ datasets, revision, mayStart, start, onFailed }: Parts) => {
  let knownRevision = '';
  let crons: Cron[] = [];
  const startIfFirst = async (ref: DatasetRef, due: Date): Promise<void> => {
    try {
      if (await mayStart(ref, due)) start(ref);
    } catch (error) {
      onFailed(ref, error);
    }
  };
  const createCrons = (ref: DatasetRef): Cron[] => {
    const schedule = ref.dataset.source?.schedule ?? null;
    if (schedule === null) return [];
    try {
      const cron: Cron = new Cron(
        schedule,
        { timezone: ref.website.timeZone ?? 'UTC', unref: true },
        (): Promise<void> => {
          // As the schedule says: when a process gets to it differs by node.
          const due = next ?? new Date();
          next = cron.nextRun();
          return startIfFirst(ref, due);
        },
      );
      let next = cron.nextRun();
      return [cron];
    } catch (error) {
      onFailed(ref, error);
      return [];
    }
  };
  const stopAll = (): void => {
    for (const cron of crons) cron.stop();
  };
  const reload = (): void => {
    const current = revision();
    if (current === knownRevision) return;
    const refs = datasets();
    knownRevision = current;
    stopAll();
    crons = refs.flatMap(createCrons);
  };
  /** A configuration that cannot be read now is read at the next check; the schedule from before goes on. */
  const reloadIfChanged = (): void => {
    try {
      reload();
    } catch (error) {
      onFailed(null, error);
    }
  };
  reloadIfChanged();
  const timer = setInterval(reloadIfChanged, scheduleDefaults.checkEveryMs).unref();
  return {
    close(): void {
      clearInterval(timer);
      stopAll();
    },
  };
};
