import type { Dataset } from '../../../domain/dataset.ts';
import type { Website } from '../../../domain/website.ts';
import type { DatasetRef, ImportOrder } from '../../../domain/import-order.ts';
import type { ImportJob } from '../../../imports/job.ts';
import type { Actor } from '../../../store/store.ts';
import type { SchemaValue } from '../contract/route.ts';
import type { Inspection } from '../datasets/routes.ts';
import type {
  ImportDiff as DiffSchema,
  ImportFault as FaultSchema,
  ImportProgress as ProgressSchema,
} from './routes.ts';

export type ImportProgress = SchemaValue<typeof ProgressSchema>;
export type ImportFault = Omit<SchemaValue<typeof FaultSchema>, 'cause'>;
export type ImportDiff = SchemaValue<typeof DiffSchema>;
export type FeedInspection = SchemaValue<typeof Inspection>;

/**
 * The imports as the admin API uses them. `dataset` belongs to the website of the call; ids of imports of other
 * datasets are unknown. One import of a dataset runs at a time: starting another is a `conflict`.
 */
export interface ImportService {
  /** `upload` is the path of a temporary file to read instead of the source; it moves into the import. */
  start(
    ref: DatasetRef,
    actor: Actor,
    order: Partial<ImportOrder>,
    upload: string | null,
  ): Promise<ImportJob>;
  /** Imports the demo catalogue and creates a dataset and boxes for it. */
  startSample(website: Website, actor: Actor): Promise<ImportJob>;
  /** Newest first. */
  list(dataset: Dataset): readonly ImportJob[];
  get(dataset: Dataset, id: string): ImportJob | null;
  /** The current progress and every change of it; ends with the import. */
  follow(dataset: Dataset, id: string, signal: AbortSignal): AsyncIterable<ImportProgress>;
  cancel(dataset: Dataset, id: string, actor: Actor): Promise<void>;
  approve(dataset: Dataset, id: string, actor: Actor): Promise<ImportJob>;
  faults(dataset: Dataset, id: string): AsyncIterable<ImportFault>;
  diff(dataset: Dataset, id: string): Promise<ImportDiff>;
  /** Reads the beginning of a feed: a file, a URL, or (both null) the dataset's own source. */
  inspect(
    dataset: Dataset,
    feed: { readonly file: string | null; readonly url: string | null },
    signal: AbortSignal,
  ): Promise<FeedInspection>;
}
