import type { Alerts } from '../../alerts/open-alerts.ts';
import { findEmptyAnswers, findImportAlerts } from '../../alerts/find-alerts.ts';
import type { Analytics } from '../../analytics/read-analytics.ts';
import type { ImportJobs } from '../../imports/import-jobs.ts';
import { shareRun } from '../../domain/memoize.ts';
import type { Website } from '../../domain/website.ts';
import type { Store } from '../../store/store.ts';

const hourMs = 3_600_000;

const watchDefaults = { everyMs: 30_000 } as const;

type Parts = {
  readonly store: Pick<Store, 'websites' | 'datasets' | 'boxes'>;
  readonly imports: Pick<ImportJobs, 'list'>;
  readonly analytics: Pick<Analytics, 'totals'>;
  readonly alerts: Pick<Alerts, 'read' | 'send'>;
  readonly isLeader: () => boolean;
  readonly now: () => number;
  /** null: no shop could be looked at. */
  readonly onFailed: (website: Website | null, error: unknown) => void;
};

/**
 * Looks for imports that failed or wait, and once an hour for boxes whose answers run empty. What ended before the
 * service started is not reported: it was seen then, or is shown in the portal.
 */
export const createShopWatch = (parts: Parts) => {
  const { store, imports, analytics, alerts, now } = parts;
  let importsSinceMs = now();
  let hour = Math.floor(now() / hourMs);

  const listImports = (websiteId: number, sinceMs: number) =>
    store.datasets
      .list(websiteId)
      .flatMap((dataset) => imports.list(dataset).map((job) => ({ ...job, dataset: dataset.name })))
      .filter(({ finishedAt }) => finishedAt !== null && Date.parse(finishedAt) > sinceMs);

  const listBoxes = (websiteId: number, endMs: number) => {
    const range = { from: new Date(endMs - hourMs), to: new Date(endMs) };
    return store.boxes.list(websiteId).map(({ id, name }) => {
      const { found = 0, notFound = 0 } = analytics.totals(websiteId, range, id) ?? {};
      return { box: name, found, notFound };
    });
  };

  const lookAt = async (website: Website, sinceMs: number, endedHour: number | null): Promise<void> => {
    const { url, email } = await alerts.read(website);
    if ((url ?? email ?? null) === null) return;
    const found = [
      ...findImportAlerts(listImports(website.id, sinceMs), sinceMs),
      ...(endedHour === null ? [] : findEmptyAnswers(listBoxes(website.id, (endedHour + 1) * hourMs))),
    ];
    for (const alert of found) await alerts.send(website, alert);
  };

  const lookAtAll = async (): Promise<void> => {
    const [sinceMs, thisHour] = [importsSinceMs, Math.floor(now() / hourMs)];
    const endedHour = thisHour > hour ? thisHour - 1 : null;
    importsSinceMs = now();
    hour = thisHour;
    if (!parts.isLeader()) return;
    for (const website of store.websites.list())
      await lookAt(website, sinceMs, endedHour).catch((error: unknown) => parts.onFailed(website, error));
  };

  // Nobody waits for a look: a rejection would end the process.
  return (): Promise<void> => lookAtAll().catch((error: unknown) => parts.onFailed(null, error));
};

/** Looks at all shops from time to time, never twice at once. */
export const startShopWatch = (parts: Parts): (() => Promise<void>) => {
  const look = shareRun(createShopWatch(parts));
  const timer = setInterval(() => void look(), watchDefaults.everyMs).unref();
  return async () => {
    clearInterval(timer);
    await look.ended();
  };
};
