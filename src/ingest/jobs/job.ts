import type { Reason } from '../../errors.ts';
import type { Diff } from '../diff.ts';
import type { PictureCounts } from '../build-version.ts';

/** `waiting`: a version was built and needs approval. `checked`: a dry run has ended. */
export type JobState = 'queued' | 'running' | 'waiting' | 'published' | 'checked' | 'failed' | 'cancelled';

/** The order: enough to start again in another process. */
export type JobOrder = {
  readonly actor: string;
  /** A file or an address to read instead of the dataset's source. */
  readonly feed: string | null;
  /** A folder for relative picture names, with `feed`. */
  readonly imagesFolder: string | null;
  readonly pictures: boolean;
  readonly dryRun: boolean;
  /** Publish without approval, whatever the guard finds. */
  readonly approve: boolean;
  /** The version that an operator approved: publish this version and no other. */
  readonly approvedVersion: string | null;
};

export type JobProgress = {
  readonly rows: number;
  readonly badRows: number;
  readonly pictures: number;
  readonly vectors: number;
  /** Items of the current step per second. */
  readonly rate: number | null;
  readonly etaSeconds: number | null;
};

/** What the build found. */
export type JobResult = {
  readonly products: number;
  readonly diff: Diff | null;
  readonly pictures: PictureCounts | null;
  readonly remarks: number;
  /** Why it needs approval; null when it needs none. */
  readonly reason: string | null;
  readonly told?: Reason | null;
};

export type Job = {
  readonly id: string;
  /** Tracker of the dataset. */
  readonly dataset: string;
  readonly order: JobOrder;
  readonly state: JobState;
  readonly step: string | null;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** How often it was started. */
  readonly attempts: number;
  readonly progress: JobProgress;
  readonly result: JobResult | null;
  /** The version that was built; live only if the state is `published`. */
  readonly version: string | null;
  /** Why it waits, failed or was stopped, as text. */
  readonly reason: string | null;
  /** The same as a code with values. Records of older releases have none. */
  readonly told?: Reason | null;
  readonly nextStep: string | null;
};

export const noProgress: JobProgress = {
  rows: 0,
  badRows: 0,
  pictures: 0,
  vectors: 0,
  rate: null,
  etaSeconds: null,
};

export const isActive = ({ state }: Pick<Job, 'state'>): boolean => state === 'queued' || state === 'running';

/** True for an import that can be run again from where it stopped. */
export const isResumable = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'queued' || state === 'running' || state === 'cancelled' || state === 'failed';
