import { Value } from 'typebox/value';
import { importOrderDefaults, importStates, feedFaultKinds } from '../domain/import-order.ts';
import { type Static, Type } from 'typebox';
import type { Reason } from '../errors.ts';
import { existsSync, readFileSync } from 'node:fs';
import type { Diff, DiffLists } from '../ingest/diff.ts';
import type { RowFault } from '../ingest/faults.ts';

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Count = Type.Integer({ minimum: 0 });

/** The reason as a code with values, as fault-reasons.ts lists them. A code of a newer release is kept as it is. */
const ReasonDetail = Type.Unsafe<Reason>(Type.Object({ reason: Type.String() }));

const JobState = Type.Enum([...importStates]);

/** The order as it was given: enough to start again in another process. */
const RecordedOrder = Type.Object({
  actor: Type.String(),
  feed: Nullable(Type.String()),
  imagesFolder: Nullable(Type.String()),
  pictures: Type.Boolean(),
  dryRun: Type.Boolean(),
  approve: Type.Boolean(),
  /** The version that an operator approved: publish this version and no other. */
  approvedVersion: Nullable(Type.String()),
});

const JobProgress = Type.Object({
  rows: Count,
  badRows: Count,
  pictures: Count,
  vectors: Count,
  /** Items of the current step per second. */
  rate: Nullable(Type.Number()),
  etaSeconds: Nullable(Type.Number()),
});

const DiffCounts = Type.Object({ added: Count, changed: Count, removed: Count, unchanged: Count });

/** What the build found. */
const JobResult = Type.Object({
  products: Count,
  diff: Nullable(DiffCounts),
  pictures: Nullable(
    Type.Object({ ok: Count, missing: Count, reasons: Type.Record(Type.String(), Type.Number()) }),
  ),
  remarks: Count,
  /** Why it needs approval; null when it needs none. */
  reason: Nullable(Type.String()),
  reasonDetail: Nullable(ReasonDetail),
});

/** What is recorded of an import, from the order to its end. */
export const ImportJobSchema = Type.Object({
  id: Type.String(),
  /** Tracker of the dataset. */
  dataset: Type.String(),
  order: RecordedOrder,
  state: JobState,
  step: Nullable(Type.String()),
  /** ISO 8601. */
  startedAt: Type.String(),
  finishedAt: Nullable(Type.String()),
  /** How often it was started. */
  attempts: Count,
  progress: JobProgress,
  result: Nullable(JobResult),
  /** The version that was built; live only if the state is `published`. */
  version: Nullable(Type.String()),
  /** Why it waits, failed or was stopped, as text. */
  reason: Nullable(Type.String()),
  /** The same as a code with values. */
  reasonDetail: Nullable(ReasonDetail),
  nextStep: Nullable(Type.String()),
  /** Whether its feed was downloaded already, outside the import slot. */
  isFetched: Type.Boolean(),
});

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

export type ImportJob = DeepReadonly<Static<typeof ImportJobSchema>>;
export type JobState = Static<typeof JobState>;
export type JobProgress = ImportJob['progress'];
export type JobResult = NonNullable<ImportJob['result']>;

export const noProgress: JobProgress = {
  rows: 0,
  badRows: 0,
  pictures: 0,
  vectors: 0,
  rate: null,
  etaSeconds: null,
};

/** How an import ended: not yet. */
export const noOutcome = { finishedAt: null, reason: null, reasonDetail: null, nextStep: null } as const;

/** An import that was ordered and has not begun. */
export const newJob = (ordered: Pick<ImportJob, 'id' | 'dataset' | 'order' | 'startedAt'>): ImportJob => ({
  ...ordered,
  ...noOutcome,
  state: 'queued',
  step: null,
  attempts: 0,
  progress: noProgress,
  result: null,
  version: null,
  isFetched: false,
});

export const isActive = ({ state }: Pick<ImportJob, 'state'>): boolean =>
  state === 'queued' || state === 'running';

/** True for an import that can be run again from where it stopped. */
export const isResumable = ({ state }: Pick<ImportJob, 'state'>): boolean =>
  state === 'queued' || state === 'running' || state === 'cancelled' || state === 'failed';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Older releases called the code of a reason `told`. */
const fromStored = ({ told = null, ...others }: Record<string, unknown>): Record<string, unknown> => ({
  reasonDetail: told,
  ...others,
});

/** The text of job.json → the job; null when it is damaged. */
export const parseJob = (text: string): ImportJob | null => {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(stored)) return null;
  const { result = null, ...others } = stored;
  const job: unknown = {
    isFetched: false,
    ...fromStored(others),
    result: isObject(result) ? fromStored(result) : result,
  };
  return Value.Check(ImportJobSchema, job) ? job : null;
};

/** Ids begin with the instant of the order: `20261115T221830123Z-0a1b2c`. */
const instantOf = (id: string): string =>
  id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z.*$/, '$1-$2-$3T$4:$5:$6.$7Z');

/** What is shown of an import whose record is damaged: nothing is known but that it did not end well. */
export const damagedJob = (dataset: string, id: string): ImportJob => {
  const order = { ...importOrderDefaults, actor: 'unknown', approvedVersion: null };
  return {
    ...newJob({ id, dataset, order, startedAt: instantOf(id) }),
    state: 'failed',
    finishedAt: instantOf(id),
    reason: 'The record of this import is damaged. The live version stays.',
    reasonDetail: { reason: 'import-broke' },
    nextStep: 'Import the feed again.',
  };
};

/** What an import adds, changes and removes: the first rows of each kind, and the counts. */
export type ImportDiff = DiffLists & { readonly counts: Diff };

const DiffRows = Type.Array(
  Type.Object({
    identifier: Type.String(),
    displayText: Type.String(),
    changes: Type.Optional(Type.Array(Type.String())),
  }),
);

const DiffFile = Type.Object({ added: DiffRows, changed: DiffRows, removed: DiffRows, counts: DiffCounts });

const FaultLine = Type.Object({
  kind: Type.Enum([...feedFaultKinds]),
  line: Type.Union([Type.Integer(), Type.Null()]),
  identifier: Type.Union([Type.String(), Type.Null()]),
  reason: Type.String(),
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** null when there is none yet, or it is damaged: the import itself does not depend on it. */
export const readDiff = (file: string): ImportDiff | null => {
  const diff = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : null;
  return Value.Check(DiffFile, diff) ? diff : null;
};

/** null for a line that a crash cut. */
export const parseFaultLine = (line: string): RowFault | null => {
  const fault = parseJson(line);
  return Value.Check(FaultLine, fault) ? fault : null;
};
