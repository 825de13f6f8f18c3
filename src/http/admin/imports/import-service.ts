import type { Dataset, Field } from '../../../domain/dataset.ts';
import type { Website } from '../../../domain/website.ts';
import type { DatasetRef, ImportOrder } from '../../../domain/import-order.ts';
import type { ImportJob } from '../../../imports/job.ts';
import type { Actor } from '../../../store/store.ts';

export type ImportProgress = {
  readonly state: ImportJob['state'];
  readonly step: string | null;
  readonly rows: number;
  readonly pictures: number;
  readonly vectors: number;
  readonly rate: number | null;
  readonly etaSeconds: number | null;
};

export type ImportFault = {
  readonly line: number | null;
  readonly kind: 'row' | 'duplicate' | 'picture' | 'notice';
  readonly identifier: string | null;
  readonly reason: string;
};

export type DiffRow = {
  readonly identifier: string;
  readonly displayText: string;
  readonly changes?: readonly string[];
};

export type ImportDiff = {
  readonly added: readonly DiffRow[];
  readonly changed: readonly DiffRow[];
  readonly removed: readonly DiffRow[];
  readonly counts: { readonly added: number; readonly changed: number; readonly removed: number };
};

export type FeedInspection = {
  readonly format: string;
  readonly encoding: string | null;
  readonly fields: readonly Field[];
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  readonly faults: readonly { readonly line: number; readonly reason: string }[];
};

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
