import type { Dataset } from '../../../domain/dataset.ts';
import type { DatasetRef, ImportOrder } from '../../../domain/import-order.ts';
import type { Website } from '../../../domain/website.ts';
import type { ImportJobs } from '../../../imports/import-jobs.ts';
import type { ImportJob } from '../../../imports/job.ts';
import type { FeedInspection } from '../../../ingest/inspect-file.ts';
import type { Actor } from '../../../store/store.ts';

/**
 * The imports as the admin API uses them. `dataset` belongs to the website of the call; ids of imports of other
 * datasets are unknown. One import of a dataset runs at a time: starting another is a `conflict`.
 */
export type ImportService = Pick<ImportJobs, 'list' | 'get' | 'follow' | 'faults' | 'diff'> & {
  /** `upload` is the path of a temporary file to read instead of the source; it moves into the import. */
  start(
    ref: DatasetRef,
    actor: Actor,
    order: Partial<ImportOrder>,
    upload: string | null,
  ): Promise<ImportJob>;
  /** Imports the demo catalogue and creates a dataset and boxes for it. */
  startSample(website: Website, actor: Actor): Promise<ImportJob>;
  cancel(dataset: Dataset, id: string, actor: Actor): Promise<void>;
  approve(dataset: Dataset, id: string, actor: Actor): Promise<ImportJob>;
  /** Reads the beginning of a feed: a file, a URL, or (both null) the dataset's own source. */
  inspect(
    dataset: Dataset,
    feed: { readonly file: string | null; readonly url: string | null },
    signal: AbortSignal,
  ): Promise<FeedInspection>;
};
