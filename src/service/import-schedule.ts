import { Cron } from 'croner';
import type { DatasetRef } from '../publishing/import-jobs.ts';

type Parts = {
  /** All product and keyword datasets, as they are declared now. */
  readonly datasets: () => readonly DatasetRef[];
  /** Changes whenever a declaration does. */
  readonly revision: () => string;
  /** Whether it is for this process to start what is due; another does otherwise. */
  readonly isLeader: () => boolean;
  readonly start: (ref: DatasetRef) => void;
  /** Told what keeps a scheduled import from starting. */
  readonly onFailed: (ref: DatasetRef, error: unknown) => void;
};

export const scheduleDefaults = { checkEveryMs: 5_000 } as const;

export type ImportSchedule = {
  /** Which imports are due next, soonest first. */
  upcoming(): { readonly website: string; readonly dataset: string; readonly at: string }[];
  close(): void;
};

/** Starts the import of each dataset that has a schedule when it is due, by UTC; follows every change of them. */
export const startImportSchedule = ({
  datasets,
  revision,
  isLeader: isOnDuty,
  start,
  onFailed: failed,
}: Parts): ImportSchedule => {
  let knownRevision = '';
  let crons: { readonly ref: DatasetRef; readonly cron: Cron }[] = [];
  const startIfLeader = (ref: DatasetRef): void => {
    try {
      if (isOnDuty()) start(ref);
    } catch (error) {
      failed(ref, error);
    }
  };
  const createCrons = (ref: DatasetRef): { readonly ref: DatasetRef; readonly cron: Cron }[] => {
    const schedule = ref.dataset.source?.schedule ?? null;
    if (schedule === null) return [];
    try {
      return [{ ref, cron: new Cron(schedule, { timezone: 'UTC', unref: true }, () => startIfLeader(ref)) }];
    } catch (error) {
      failed(ref, error);
      return [];
    }
  };
  const stopAll = (): void => {
    for (const { cron } of crons) cron.stop();
  };
  const reloadIfChanged = (): void => {
    const current = revision();
    if (current === knownRevision) return;
    knownRevision = current;
    stopAll();
    crons = datasets().flatMap(createCrons);
  };
  reloadIfChanged();
  const timer = setInterval(reloadIfChanged, scheduleDefaults.checkEveryMs).unref();
  return {
    upcoming: () =>
      crons
        .flatMap(({ ref: { website, dataset }, cron }) => {
          const at = cron.nextRun();
          return at === null ? [] : [{ website: website.name, dataset: dataset.name, at: at.toISOString() }];
        })
        .sort((a, b) => (a.at < b.at ? -1 : 1)),
    close() {
      clearInterval(timer);
      stopAll();
    },
  };
};
