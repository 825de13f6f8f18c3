import type { Box } from '../domain/box.ts';
import type { DatasetRef, ImportOrder } from '../domain/import-order.ts';
import type { Embedder } from '../embedder/embedder.ts';
import type { EngineReader, EngineWriter, Progress } from '../engine/engine.ts';
import type { FaultLog } from './faults.ts';
import type { Fetch } from './fetch/fetch.ts';
import type { OpenedFeed } from './sources/open-feed.ts';

export type BuildNeeds = {
  readonly engine: EngineReader & EngineWriter;
  /** Called only when there are pictures to embed. `progress` receives the progress of a download. */
  readonly embedder: (model: string | null, progress?: Progress) => Promise<Embedder>;
  /** The data folder: `pictures/` keeps vectors, `imports/` downloaded feeds and lists of faults. */
  readonly folder: string;
  /** Folder of the index of pictures by URL, on this machine; `pictures/` unless that is shared with others. */
  readonly indexFolder?: string;
  readonly fetch: Fetch;
  /** All boxes of a website; those of other datasets are ignored. */
  readonly boxes: (websiteId: number) => readonly Box[];
  readonly now: () => Date;
  /** After this time a known picture is requested again from its server. */
  readonly recheckAfterMs?: number;
};

/** Counters that grow while an import runs. */
export type Tally = { rows: number; badRows: number; pictures: number; vectors: number };

export const emptyTally = (): Tally => ({ rows: 0, badRows: 0, pictures: 0, vectors: 0 });

/** How an import runs, in contrast to what it imports. */
export type ImportContext = {
  /** Folder for the fault list and the diff; null: files with a time stamp beside the downloaded feed. */
  readonly folder: string | null;
  /** Whether the feed was downloaded already: it is read as it is. */
  readonly isFetched: boolean;
  readonly tally: Tally;
  readonly signal: AbortSignal;
  readonly progress: Progress;
};

export const createImportContext = (given: Partial<ImportContext> = {}): ImportContext => ({
  ...{ folder: null, isFetched: false, tally: emptyTally() },
  signal: new AbortController().signal,
  progress: () => undefined,
  ...given,
});
/** One import of a feed while it runs. */
export type FeedBuild = {
  readonly needs: BuildNeeds;
  readonly ref: DatasetRef;
  readonly order: ImportOrder;
  readonly context: ImportContext;
  readonly faults: FaultLog;
  readonly feed: OpenedFeed;
};
