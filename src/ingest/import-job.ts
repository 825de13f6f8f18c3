import type { Box } from '../domain/box.ts';
import type { Dataset } from '../domain/dataset.ts';
import type { Website } from '../domain/website.ts';
import type { Embedder } from '../embedder/embedder.ts';
import type { EngineReader, EngineWriter, Progress } from '../engine/engine.ts';
import type { FaultLog } from './fault-log.ts';
import type { Fetch } from './fetch/fetch.ts';
import type { OpenedFeed, SourceOverride } from './sources/open-feed.ts';

export type ImportNeeds = {
  readonly engine: EngineReader & EngineWriter;
  /** Asked for only when there are pictures to embed. */
  readonly embedder: (model: string | null) => Promise<Embedder>;
  /** The data folder: `pictures/` keeps vectors, `imports/` downloaded feeds and lists of faults. */
  readonly folder: string;
  readonly fetch: Fetch;
  readonly now: () => Date;
};

export type ImportJob = {
  readonly website: Website;
  readonly dataset: Dataset;
  /** Of the website; those of other datasets are ignored. */
  readonly boxes: readonly Box[];
  /** Another feed than the dataset's own source. */
  readonly source?: SourceOverride;
  readonly approve?: boolean;
  readonly images?: boolean;
  readonly signal?: AbortSignal;
  readonly progress?: Progress;
};

/** One import, with everything it was given made definite. */
export type Run = {
  readonly needs: ImportNeeds;
  readonly job: ImportJob;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly faults: FaultLog;
  readonly feed: OpenedFeed;
};
