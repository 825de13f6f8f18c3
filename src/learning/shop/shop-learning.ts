import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShopperBehaviour } from './behaviour.ts';
import { learningDefaults, type Dataset } from '../../domain/dataset.ts';
import type { Website } from '../../domain/website.ts';
import type { Progress } from '../../engine/engine.ts';
import { Fault } from '../../errors.ts';
import { readFeed } from '../../ingest/formats/find/find-format.ts';
import { rejectCutFeed } from '../../ingest/build-from-feed.ts';
import { readFeedFile } from '../../ingest/formats/unpack.ts';
import { containsPersonalData } from '../keywords/event-log/parse-events.ts';
import type { LoggedEvent } from '../keywords/event-log/record.ts';
import { diskFiles } from '../../files/files.ts';
import { replaceDurably } from '../../files/replace-file.ts';
import { type ColumnOptions, readLog } from '../keywords/log/read-log.ts';
import type { KeywordCount } from '../keywords/log/event.ts';
import type { KeywordsReport } from '../../imports/keyword-versions.ts';
import type { Publishing } from '../../imports/publishing.ts';
import type { Store } from '../../store/store.ts';

type ImportFileOptions = {
  readonly columns?: ColumnOptions;
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
};

export type ImportedFile = {
  readonly events: number;
  /** Rows of keyword and count; they are stored with the keyword datasets. */
  readonly counts: number;
  readonly faults: number;
  readonly firstFaults: readonly BadRow[];
  /** Counts are published immediately; events wait for `learn`. */
  readonly published: readonly KeywordsReport[];
};

type BadRow = { readonly line: number; readonly reason: string };

type Parts = {
  readonly store: Pick<Store, 'datasets'>;
  readonly behaviour: ShopperBehaviour;
  readonly publishing: Pick<Publishing, 'refreshKeywords' | 'importKeywords'>;
  readonly dataDir: string;
};

const learningLimits = { eventsPerWrite: 5_000, reportedFaults: 100 } as const;

export type ShopLearning = ReturnType<typeof createShopLearning>;

export const createShopLearning = ({ store, behaviour, publishing, dataDir }: Parts) => {
  const keywordDatasets = ({ id }: Website): Dataset[] =>
    store.datasets.list(id).filter(({ kind }) => kind === 'keywords');
  const learntStateFile = ({ tracker }: Website): string => join(dataDir, 'events', tracker, 'folded');

  const retentionOf = ({ learning }: Dataset) => learning?.retentionDays ?? learningDefaults.retentionDays;
  const retentionDays = (website: Website): number =>
    Math.max(1, ...keywordDatasets(website).map(retentionOf));

  /** Counts are not events: they replace the rows of the keyword datasets. */
  const publishCounts = async (
    website: Website,
    read: { readonly rows: KeywordCount[]; readonly badRows: BadRow[] },
    run: Omit<ImportFileOptions, 'columns'>,
  ): Promise<KeywordsReport[]> => {
    const datasets = keywordDatasets(website);
    if (datasets.length === 0) throw noKeywordDatasetFault(website);
    const reports: KeywordsReport[] = [];
    for (const dataset of datasets)
      reports.push(await publishing.importKeywords({ website, dataset }, read, run));
    return reports;
  };

  /** Adds a file of events to the website's log. Events that are already in it are not added twice. */
  const importFile = async (
    website: Website,
    file: string,
    options: ImportFileOptions,
  ): Promise<ImportedFile> => {
    const { columns = {}, ...run } = options;
    const { progress, signal } = run;
    const log = behaviour.log(website);
    const [counts, faults]: [KeywordCount[], BadRow[]] = [[], []];
    let [events, faultCount, batch]: [number, number, LoggedEvent[]] = [0, 0, []];
    const write = async (): Promise<void> => {
      await log.append(batch);
      events += batch.length;
      batch = [];
      progress?.('Reading events', events, null);
      signal?.throwIfAborted();
    };
    for await (const item of readLog(readFeed(readFeedFile(file)), columns)) {
      if (item.kind === 'count') counts.push(item.count);
      else if (item.kind === 'event') {
        if (!containsPersonalData(item.event.query)) batch.push({ id: null, event: item.event });
      } else if (item.kind !== 'notice') {
        if (item.kind === 'cut' && counts.length > 0) rejectCutFeed({ ...item, kind: 'cut' });
        faultCount++;
        // For events the first faults are enough; for counts all are needed, because the guard compares bad
        // with good rows.
        if (faults.length < learningLimits.reportedFaults || counts.length > 0)
          faults.push({ line: item.line, reason: item.reason });
      }
      if (batch.length >= learningLimits.eventsPerWrite) await write();
    }
    await write();
    if (events + counts.length === 0) throw noUsableRowsFault(file, faults[0]?.reason);
    const published =
      counts.length === 0 ? [] : await publishCounts(website, { rows: counts, badRows: faults }, run);
    return {
      events,
      counts: counts.length,
      faults: faultCount,
      firstFaults: faults.slice(0, learningLimits.reportedFaults),
      published,
    };
  };

  return {
    importFile,
    /** Rebuilds and publishes every keyword dataset of the website from its whole log. */
    async learn(website: Website, progress?: Progress): Promise<readonly KeywordsReport[]> {
      const log = behaviour.log(website);
      await log.applyRetention(retentionDays(website));
      const state = await log.fingerprint();
      const reports: KeywordsReport[] = [];
      for (const dataset of keywordDatasets(website))
        reports.push(await publishing.refreshKeywords({ website, dataset }, progress));
      if (state !== emptyLogState) await replaceDurably(diskFiles, learntStateFile(website), state);
      return reports;
    },
    /** Whether there are events that `learn` has not processed yet. */
    async hasNewEvents(website: Website): Promise<boolean> {
      const state = await behaviour.log(website).fingerprint();
      const learntState = await readFile(learntStateFile(website), 'utf8').catch(() => emptyLogState);
      return state !== learntState;
    },
    /** Removes the events of a shopper, effective with the next `learn`. Returns how many there were. */
    forgetShopper: (website: Website, shopper: string) => behaviour.log(website).eraseShopper(shopper),
  };
};

/** State of a log without any events; it has no folder either. */
const emptyLogState = 'erased:0';

const noUsableRowsFault = (file: string, reason = 'it holds no rows'): Fault =>
  new Fault('bad-input', `Nothing could be learnt from ${file}: ${reason.replace(/\.$/, '')}.`, {
    nextStep:
      'Known are UBI queries and events (NDJSON), tables of searches (shopper, time, query), and tables of keyword and count.',
  });

const noKeywordDatasetFault = ({ name }: Website): Fault =>
  new Fault('bad-input', `${name} has no keyword dataset to keep counts in.`, {
    nextStep: 'Declare one of the kind "keywords" with `kindred apply`.',
  });
