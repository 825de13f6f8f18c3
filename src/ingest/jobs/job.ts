import type { Reason } from '../../errors.ts';
import type { Diff } from '../diff.ts';
import type { PictureCounts } from '../build-version.ts';

/** `waiting` for approval, with a built version; `checked` is the end of a dry run. */
export type JobState = 'queued' | 'running' | 'waiting' | 'published' | 'checked' | 'failed' | 'cancelled';

/** What was asked for: enough to begin again in another process. */
export type JobOrder = {
  readonly actor: string;
  /** A file or an address to read instead of the dataset's source. */
  readonly feed: string | null;
  /** A folder for relative picture names, with `feed`. */
  readonly imagesFolder: string | null;
  readonly pictures: boolean;
  readonly dryRun: boolean;
  /** Publish whatever the guard says. */
  readonly approve: boolean;
  /** The built version that somebody looked at and approved: this one and no other. */
  readonly approvedVersion: string | null;
};

export type JobProgress = {
  readonly rows: number;
  readonly badRows: number;
  readonly pictures: number;
  readonly vectors: number;
  /** Of what the step counts, a second. */
  readonly rate: number | null;
  readonly etaSeconds: number | null;
};

/** What a finished building found. */
export type JobResult = {
  readonly products: number;
  readonly diff: Diff | null;
  readonly pictures: PictureCounts | null;
  readonly remarks: number;
  /** What speaks against publishing it without a look. */
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
  /** How often it was begun. */
  readonly attempts: number;
  readonly progress: JobProgress;
  readonly result: JobResult | null;
  /** Built; live only once the state says `published`. */
  readonly version: string | null;
  /** Why it waits, failed or was stopped. */
  readonly reason: string | null;
  /** The same by name. Records of earlier days have none. */
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

/** Work that can be taken up again where it was left. */
export const isResumable = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'queued' || state === 'running' || state === 'cancelled' || state === 'failed';
