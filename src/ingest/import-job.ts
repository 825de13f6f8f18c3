import type { Box } from '../domain/box.ts';
import type { Dataset } from '../domain/dataset.ts';
import type { Website } from '../domain/website.ts';
import type { Embedder } from '../embedder/embedder.ts';
import type { EngineReader, EngineWriter, Progress } from '../engine/engine.ts';
import type { FaultLog } from './fault-log.ts';
import type { Fetch } from './fetch/fetch.ts';
import type { ReachCrashPoint } from './crash-points.ts';
import type { OpenedFeed, SourceOverride } from './sources/open-feed.ts';

export type ImportNeeds = {
  readonly engine: EngineReader & EngineWriter;
  /** Called only when there are pictures to embed. `progress` receives the progress of a download. */
  readonly embedder: (model: string | null, progress?: Progress) => Promise<Embedder>;
  /** The data folder: `pictures/` keeps vectors, `imports/` downloaded feeds and lists of faults. */
  readonly folder: string;
  readonly fetch: Fetch;
  readonly now: () => Date;
  /** After this time a known picture is requested again from its server. */
  readonly recheckAfterMs?: number;
  readonly reachCrashPoint?: ReachCrashPoint;
};

/** Counters that grow while an import runs. */
export type Tally = { rows: number; badRows: number; pictures: number; vectors: number };

export const emptyTally = (): Tally => ({ rows: 0, badRows: 0, pictures: 0, vectors: 0 });

export type ImportJob = {
  readonly website: Website;
  readonly dataset: Dataset;
  /** All boxes of the website; those of other datasets are ignored. */
  readonly boxes: readonly Box[];
  /** Replaces the dataset's own source. */
  readonly source?: SourceOverride;
  /** Publishes even if the live version is damaged and cannot be compared. */
  readonly approve?: boolean;
  /** Reads and compares only; builds no version. */
  readonly dryRun?: boolean;
  readonly images?: boolean;
  /** Folder for the fault list and the diff. Default: files with a time stamp beside the downloaded feed. */
  readonly folder?: string;
  readonly tally?: Tally;
  readonly signal?: AbortSignal;
  readonly progress?: Progress;
};

/** One running import, with all defaults filled in. */
export type Run = {
  readonly needs: ImportNeeds;
  readonly job: ImportJob;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly tally: Tally;
  readonly reachCrashPoint: ReachCrashPoint;
  readonly faults: FaultLog;
  readonly feed: OpenedFeed;
};
