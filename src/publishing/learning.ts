import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShopperBehaviour } from './behaviour.ts';
import { learningDefaults, type Dataset } from '../domain/dataset.ts';
import type { Website } from '../domain/website.ts';
import type { Progress } from '../engine/engine.ts';
import { Fault } from '../errors.ts';
import { readFeed } from '../ingest/formats/find-format.ts';
import { openFile } from '../ingest/sources/open-file.ts';
import { saysWhoSomebodyIs } from '../keywords/event-log/intake.ts';
import type { LoggedEvent } from '../keywords/event-log/record.ts';
import { replaceFile } from '../keywords/event-log/segments.ts';
import type { ColumnOptions } from '../keywords/log/columns.ts';
import { readLog } from '../keywords/log/read-log.ts';
import type { KeywordsReport, Publishing } from './publishing.ts';
import type { Store } from '../store/store.ts';

/** "Here is what shoppers did: learn from it." */
export type ShopLearning = {
  /** Puts a file of behaviour into the website's log. What was there before is there once. */
  take(website: Website, file: string, options: TakeOptions): Promise<TakenFile>;
  /** Publishes every keyword dataset of the website anew, from all that its log holds. */
  fold(website: Website, progress?: Progress): Promise<readonly KeywordsReport[]>;
  /** Whether there is something that no fold has seen. */
  isBehind(website: Website): Promise<boolean>;
  /** From the next fold on, what only this shopper supported is gone. */
  forget(website: Website, shopper: string): Promise<void>;
};

type TakeOptions = {
  readonly columns?: ColumnOptions;
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
};

export type TakenFile = {
  readonly events: number;
  /** Rows of keyword and count; they are kept with the keyword datasets. */
  readonly counts: number;
  readonly faults: number;
  /** The first of them. */
  readonly firstFaults: readonly { readonly line: number; readonly reason: string }[];
};

type Parts = {
  readonly store: Pick<Store, 'datasets'>;
  readonly behaviour: ShopperBehaviour;
  readonly publishing: Pick<Publishing, 'refreshKeywords' | 'importKeywords'>;
  readonly dataDir: string;
};

const learningLimits = { eventsPerWrite: 5_000, toldFaults: 100 } as const;

export const createShopLearning = ({ store, behaviour, publishing, dataDir }: Parts): ShopLearning => {
  const keywordDatasets = ({ id }: Website): Dataset[] =>
    store.datasets.list(id).filter(({ kind }) => kind === 'keywords');
  const foldedFile = ({ tracker }: Website): string => join(dataDir, 'events', tracker, 'folded');

  const retentionDays = (website: Website): number =>
    Math.max(
      1,
      ...keywordDatasets(website).map(
        ({ learning }) => learning?.retentionDays ?? learningDefaults.retentionDays,
      ),
    );

  const takeCounts = async (website: Website, file: string, { progress }: TakeOptions): Promise<void> => {
    for (const dataset of keywordDatasets(website))
      await publishing.importKeywords({
        website,
        dataset,
        source: { location: file },
        ...(progress && { progress }),
      });
  };

  const take: ShopLearning['take'] = async (website, file, options) => {
    const { columns = {}, progress, signal } = options;
    const log = behaviour.log(website);
    const taken = { events: 0, counts: 0, faults: 0, firstFaults: [] as TakenFile['firstFaults'][number][] };
    let batch: LoggedEvent[] = [];
    const write = async (): Promise<void> => {
      await log.append(batch);
      taken.events += batch.length;
      batch = [];
      progress?.('Reading events', taken.events, null);
      signal?.throwIfAborted();
    };
    for await (const item of readLog(readFeed(openFile(file)), columns)) {
      if (item.kind === 'count') taken.counts++;
      else if (item.kind === 'event') {
        if (!saysWhoSomebodyIs(item.event.query)) batch.push({ id: null, event: item.event });
      } else if (item.kind !== 'notice') {
        taken.faults++;
        const { line, reason } = item;
        if (taken.firstFaults.length < learningLimits.toldFaults) taken.firstFaults.push({ line, reason });
      }
      if (batch.length >= learningLimits.eventsPerWrite) await write();
    }
    await write();
    if (taken.events + taken.counts === 0) throw nothingIn(file, taken.firstFaults[0]?.reason);
    if (taken.counts > 0) await takeCounts(website, file, options);
    return taken;
  };

  return {
    take,
    async fold(website, progress) {
      const log = behaviour.log(website);
      await log.tidy(retentionDays(website));
      const state = await log.state();
      const reports: KeywordsReport[] = [];
      for (const dataset of keywordDatasets(website))
        reports.push(await publishing.refreshKeywords({ website, dataset, ...(progress && { progress }) }));
      if (state !== nothingYet) await replaceFile(foldedFile(website), [state]);
      return reports;
    },
    async isBehind(website) {
      const state = await behaviour.log(website).state();
      const folded = await readFile(foldedFile(website), 'utf8').catch(() => nothingYet);
      return state !== folded;
    },
    forget: (website, shopper) => behaviour.log(website).forget(shopper),
  };
};

/** State of a log that was never written to; it has no folder either. */
const nothingYet = 'erased:0';

const nothingIn = (file: string, reason: string | undefined): Fault =>
  new Fault(
    'bad-input',
    `Nothing could be learnt from ${file}${reason === undefined ? '' : `: ${reason}`}.`,
    {
      nextStep:
        'Known are UBI queries and events (NDJSON), tables of searches (shopper, time, query), and tables of keyword and count.',
    },
  );
