import type { Progress } from '../engine/engine.ts';
import { Fault } from '../errors.ts';
import type { Journal, MigrationRecord } from './journal.ts';

type Inventory = { readonly settings: number; readonly datasets: number; readonly versions: number };

/** Moves settings, keys, accounts, audit log, used quota and usage. Every method may be called again. */
export type StoreMover = {
  /** Throws when they cannot be moved; changes nothing. Returns the number of rows. */
  check(): Promise<number>;
  /** Every service on the old place answers 503 to changes, until `accept`. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /** The same, unless everything was moved: then it throws. */
  cancel(): Promise<void>;
  /** From here on the new place is the one that counts: there is no way back but another migration. */
  move(): Promise<number>;
  /** Calls that were counted at the old place and not moved before; returns their number. */
  moveUsage(): Promise<number>;
};

/** Moves published versions and live changes. */
export type VersionMover = {
  /** `isBegun`: what is at the new place is of this migration. */
  check(isBegun: boolean): Promise<{ readonly datasets: number; readonly versions: number }>;
  /** Copies what is missing at the new place; returns the number of versions. */
  copy(progress: Progress, signal?: AbortSignal): Promise<number>;
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /** Accepts changes again, and lets go of the new place. */
  cancel(): Promise<void>;
  finish(): Promise<void>;
};

/** After each of these the migration may be interrupted and run again. */
export const stepNames = [
  'check',
  'copy',
  'refuse',
  'copy-rest',
  'verify',
  'settings',
  'usage',
  'finish',
] as const;

export type StepName = (typeof stepNames)[number];

export type MigrationParts = {
  readonly record: MigrationRecord;
  readonly journal: Journal;
  readonly store: StoreMover;
  readonly versions: VersionMover;
  /** What is live at the old place and is not, or is another, at the new one, in words. */
  readonly findDifferences: () => Promise<readonly string[]>;
  readonly progress: Progress;
  readonly signal?: AbortSignal;
  /** For tests that end the migration after a step. */
  readonly reachStep?: (step: StepName) => void;
};

export type MigrationResult = Inventory & {
  /** Milliseconds for which changes were refused. */
  readonly refusedMs: number;
  readonly calls: number;
};

export const inspectMigration = async ({ record, store, versions }: MigrationParts): Promise<Inventory> => {
  const settings = await store.check();
  return { settings, ...(await versions.check(record.state === 'begun')) };
};

const verify = async ({ findDifferences }: MigrationParts): Promise<void> => {
  const differences = await findDifferences();
  if (differences.length === 0) return;
  throw new Fault('conflict', `The copies at the new place are not what is live: ${differences.join('; ')}`, {
    nextStep:
      'Nothing was switched, and the old place accepts changes again. Remove the copy of that dataset, and run the command again.',
  });
};

/** Runs all steps. Each does what an earlier run has not done yet. */
export const runMigration = async (parts: MigrationParts): Promise<MigrationResult> => {
  const { journal, record, store, versions, progress, signal, reachStep = () => undefined } = parts;
  const isBegun = (await journal.read())?.id === record.id;
  await store.check();
  await versions.check(isBegun);
  await journal.write(record);
  reachStep('check');
  await versions.copy(progress, signal);
  reachStep('copy');
  const startedAt = performance.now();
  let isMoving = false;
  try {
    await store.refuse();
    await versions.refuse();
    reachStep('refuse');
    await versions.copy(progress, signal);
    reachStep('copy-rest');
    await verify(parts);
    reachStep('verify');
    progress('Moving settings', 0, null);
    isMoving = true;
    const settings = await store.move();
    reachStep('settings');
    const calls = await store.moveUsage();
    reachStep('usage');
    await versions.finish();
    reachStep('finish');
    await journal.write({ ...record, state: 'done' });
    const refusedMs = Math.round(performance.now() - startedAt);
    return { settings, refusedMs, calls, ...(await versions.check(true)) };
  } catch (error) {
    // The old place goes on, unless all is at the new one. A killed process cannot do this, and is run again.
    const accepts = (isMoving ? store.cancel() : store.accept()).then(
      () => true,
      () => false,
    );
    if (await accepts) await versions.accept();
    throw error;
  }
};

/** Gives up a migration that is not finished: the old place accepts changes again. */
export const cancelMigration = async ({ journal, store, versions }: MigrationParts): Promise<void> => {
  if ((await journal.read())?.state !== 'begun')
    throw new Fault('not-found', 'No migration of this data folder is under way.');
  await store.cancel();
  await versions.cancel();
  await journal.remove();
};
