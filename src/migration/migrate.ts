import type { Progress } from '../engine/engine.ts';
import { Fault } from '../errors.ts';
import type { Comparison } from './compare-sides.ts';
import type { Journal, MigrationRecord } from './journal.ts';

/** What is to be moved. */
type Inventory = { readonly settings: number; readonly datasets: number; readonly versions: number };

/** Moves settings, keys, accounts, audit log, used quota and usage. Every method may be called again. */
export type StoreMover = {
  /** Throws when they cannot be moved; changes nothing. Returns the number of rows. */
  check(): Promise<number>;
  prepare(): Promise<void>;
  /** Every service on the old place answers 503 to changes, until `accept`. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /** Accepts changes again, and lets go of the new place. Throws when everything was moved. */
  cancel(): Promise<void>;
  move(): Promise<number>;
  /** Calls that were counted at the old place and not moved before; returns their number. */
  moveUsage(): Promise<number>;
  finish(): Promise<void>;
};

/** Moves published versions and live changes. */
export type VersionMover = {
  /** `isBegun`: what is at the new place is of this migration. */
  check(isBegun: boolean): Promise<{ readonly datasets: number; readonly versions: number }>;
  /** Copies what is missing at the new place; returns the number of versions. */
  copy(progress: Progress, signal?: AbortSignal): Promise<number>;
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /** Accepts changes again, and lets go of the new place. Throws when everything was moved. */
  cancel(): Promise<void>;
  finish(): Promise<void>;
};

/** After each of these the migration may be interrupted and run again. */
export const stepNames = [
  'check',
  'copy',
  'refuse',
  'copy-rest',
  'settings',
  'usage',
  'compare',
  'finish',
] as const;

export type StepName = (typeof stepNames)[number];

export type MigrationParts = {
  readonly record: MigrationRecord;
  readonly journal: Journal;
  readonly store: StoreMover;
  readonly versions: VersionMover;
  readonly compare: (progress: Progress) => Promise<Comparison>;
  readonly progress: Progress;
  readonly signal?: AbortSignal;
  /** For tests that end the migration after a step. */
  readonly reachStep?: (step: StepName) => void;
};

export type MigrationResult = Inventory & {
  /** Milliseconds for which changes were refused. */
  readonly refusedMs: number;
  readonly calls: number;
  readonly comparison: Comparison;
};

export const inspectMigration = async ({ record, store, versions }: MigrationParts): Promise<Inventory> => {
  const settings = await store.check();
  return { settings, ...(await versions.check(record.state === 'begun')) };
};

const differentAnswers = ({ different, questions, examples }: Comparison): Fault =>
  new Fault(
    'conflict',
    `${different} of ${questions} answers differ at the new place: ${examples.join('; ')}`,
    {
      nextStep:
        'Nothing was switched, and the old place accepts changes again. Look at the first difference, publish that ' +
        'dataset again, and run the command again.',
    },
  );

const switchOver = async (parts: MigrationParts, markSwitched: () => void): Promise<MigrationResult> => {
  const { journal, record, store, versions, compare, progress, signal, reachStep = () => undefined } = parts;
  const startedAt = performance.now();
  await store.refuse();
  await versions.refuse();
  reachStep('refuse');
  await versions.copy(progress, signal);
  reachStep('copy-rest');
  progress('Moving settings', 0, null);
  const settings = await store.move();
  reachStep('settings');
  const calls = await store.moveUsage();
  reachStep('usage');
  const comparison = await compare(progress);
  if (comparison.different > 0) throw differentAnswers(comparison);
  reachStep('compare');
  // From here on the new place is the one that counts: there is no way back but another migration.
  markSwitched();
  await versions.finish();
  await store.finish();
  reachStep('finish');
  await journal.write({ ...record, state: 'done' });
  const refusedMs = Math.round(performance.now() - startedAt);
  const { datasets, versions: count } = await versions.check(true);
  return { settings, datasets, versions: count, refusedMs, calls, comparison };
};

/** Runs all steps. Each does what an earlier run has not done yet. */
export const runMigration = async (parts: MigrationParts): Promise<MigrationResult> => {
  const { journal, record, store, versions, progress, signal, reachStep = () => undefined } = parts;
  const isBegun = (await journal.read())?.id === record.id;
  await store.check();
  await versions.check(isBegun);
  await journal.write(record);
  await store.prepare();
  reachStep('check');
  await versions.copy(progress, signal);
  reachStep('copy');
  let isSwitched = false;
  try {
    return await switchOver(parts, () => (isSwitched = true));
  } catch (error) {
    // The old place goes on; a killed process cannot do this, and is run again.
    if (!isSwitched) await acceptAgain(parts);
    throw error;
  }
};

const acceptAgain = async ({ store, versions }: MigrationParts): Promise<void> => {
  await versions.accept();
  await store.accept();
};

/** Gives up a migration that is not finished: the old place accepts changes again. */
export const cancelMigration = async ({ journal, store, versions }: MigrationParts): Promise<void> => {
  if ((await journal.read())?.state !== 'begun')
    throw new Fault('not-found', 'No migration of this data folder is under way.');
  await store.cancel();
  await versions.cancel();
  await journal.remove();
};
