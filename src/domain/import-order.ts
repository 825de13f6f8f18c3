import type { Dataset } from './dataset.ts';
import type { Website } from './website.ts';

export type DatasetRef = { readonly website: Website; readonly dataset: Dataset };

/** What a caller orders: the same from the command line, the admin API and the schedule. */
export type ImportOrder = {
  /** Who ordered it. */
  readonly actor: string;
  /** A file or an address to read instead of the dataset's source. */
  readonly feed: string | null;
  /** A folder for relative picture names, with `feed`. */
  readonly imagesFolder: string | null;
  /** False: publish without reading any picture. */
  readonly pictures: boolean;
  /** Read and compare only; build no version. */
  readonly dryRun: boolean;
  /** Publish without approval, also if the live version is damaged and cannot be compared. */
  readonly approve: boolean;
};

export const importOrderDefaults: ImportOrder = {
  actor: 'command line',
  feed: null,
  imagesFolder: null,
  pictures: true,
  dryRun: false,
  approve: false,
};

/** `waiting`: a version was built and needs approval. `checked`: a dry run has ended. */
export const importStates = [
  ...(['queued', 'running', 'waiting'] as const),
  ...(['published', 'checked', 'failed', 'cancelled'] as const),
] as const;

/**
 * `row`: the row was skipped. `duplicate`: a later row with the same identifier was used. `picture`:
 * published without a picture. `notice`: a remark about rows that were kept.
 */
export const feedFaultKinds = ['row', 'duplicate', 'picture', 'notice'] as const;
