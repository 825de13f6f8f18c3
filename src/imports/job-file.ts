import { Value } from 'typebox/value';
import { importOrderDefaults } from '../domain/import-order.ts';
import { type ImportJob, ImportJobSchema, newJob } from './job.ts';

/** On disk the code of a reason is called `told`, as in older releases; `isFetched` is missing there. */
type Stored = Record<string, unknown> & { readonly result?: unknown };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fromStored = ({ told = null, ...others }: Record<string, unknown>): Record<string, unknown> => ({
  reasonDetail: told,
  ...others,
});

const toStored = ({ reasonDetail, ...others }: { readonly reasonDetail: unknown }): object => ({
  ...others,
  told: reasonDetail,
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
  const { result = null, ...others }: Stored = stored;
  const job: unknown = {
    isFetched: false,
    ...fromStored(others),
    result: isObject(result) ? fromStored(result) : result,
  };
  return Value.Check(ImportJobSchema, job) ? job : null;
};

export const formatJob = ({ result, ...job }: ImportJob): string =>
  JSON.stringify({ ...toStored(job), result: result && toStored(result) });

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
