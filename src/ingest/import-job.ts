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
  /** Asked for only when there are pictures to embed. `progress` is told of a download. */
  readonly embedder: (model: string | null, progress?: Progress) => Promise<Embedder>;
  /** The data folder: `pictures/` keeps vectors, `imports/` downloaded feeds and lists of faults. */
  readonly folder: string;
  readonly fetch: Fetch;
  readonly now: () => Date;
  /** How long a picture at an unchanged address is believed without asking for it. */
  readonly recheckAfterMs?: number;
  readonly reachCrashPoint?: ReachCrashPoint;
};

/** What was done so far; counted up while an import runs. */
export type Tally = { rows: number; badRows: number; pictures: number; vectors: number };

export const emptyTally = (): Tally => ({ rows: 0, badRows: 0, pictures: 0, vectors: 0 });

export type ImportJob = {
  readonly website: Website;
  readonly dataset: Dataset;
  /** Of the website; those of other datasets are ignored. */
  readonly boxes: readonly Box[];
  /** Another feed than the dataset's own source. */
  readonly source?: SourceOverride;
  /** A live version that nobody can read any more is replaced too. */
  readonly approve?: boolean;
  /** Reads and compares; builds nothing. */
  readonly dryRun?: boolean;
  readonly images?: boolean;
  /** Where the lists of this import are kept; a name by time beside the feed unless given. */
  readonly folder?: string;
  readonly tally?: Tally;
  readonly signal?: AbortSignal;
  readonly progress?: Progress;
};

/** One import, with everything it was given made definite. */
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
