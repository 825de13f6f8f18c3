import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../errors.ts';
import { hasErrorCode, ifMissingSync } from './error-code.ts';
import { createExclusivelySync, diskFilesSync, type SyncFiles } from './sync-files.ts';
import type { Files } from './files.ts';
import { type InstallationRecord, type SharedPlace, watchPlace } from './shared-place.ts';

/** In the shared folder: the identifier of the installation that it belongs to. */
export const identityFile = 'kindred-installation';

/**
 * The folder that several machines share. It may be away: not mounted, so that the empty folder of the mount point is in
 * its place. What is written then would be lost when it is back.
 */
export type SharedFolder = SharedPlace & {
  checkSync(): void;
};

type Parts = {
  readonly folder: string;
  readonly record: InstallationRecord;
  /** Whether the folder has what must be live; null: nothing must be. */
  readonly holdsLive: () => boolean | null;
  /** Called when it goes away, and with null when it is back. */
  readonly onChange?: (problem: Fault | null) => void;
  readonly lookMs?: number;
  readonly hangsAfterMs?: number;
};

const defaults = { lookMs: 1_000, hangsAfterMs: 3_000 } as const;

type Identity = { readonly dev: number; readonly ino: number };

/** Looks once before it returns, and then every second. */
export const openSharedFolder = async (parts: Parts): Promise<SharedFolder> => {
  const { folder, record, holdsLive, onChange = () => undefined } = parts;
  const { lookMs = defaults.lookMs, hangsAfterMs = defaults.hangsAfterMs } = parts;
  const file = join(folder, identityFile);
  let known: Identity | null = null;
  const isKnown = (found: Identity | undefined): boolean =>
    known !== null && found !== undefined && found.dev === known.dev && found.ino === known.ino;

  /** The first use of a folder, and one of an earlier release that wrote no identifier. */
  const claim = async (): Promise<void> => {
    const [found, expected] = [readIdentity(file), record.sharedFolder()];
    if (found !== null && expected !== null) return;
    const holds = holdsLive();
    if (holds === false || (holds === null && expected !== null))
      throw away('it has none of the live versions');
    const id = await record.claimSharedFolder(found ?? randomUUID());
    if (readIdentity(file) === null)
      createExclusivelySync(
        diskFilesSync,
        file,
        `${id}
`,
      );
  };
  const requireFolder = (): void => {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw away('it does not exist');
  };
  const identify = (): void => {
    known = null;
    requireFolder();
    const found = readIdentity(file);
    if (found === null || found !== record.sharedFolder()) throw away('it belongs to another installation');
    known = statSync(file);
  };

  const check = async (): Promise<void> => {
    if (isKnown(await stat(file).catch(() => undefined))) return;
    try {
      requireFolder();
      await claim();
      identify();
    } catch (error) {
      throw error instanceof Fault ? error : away(error);
    }
  };
  const watch = await watchPlace({ check, away, onChange, lookMs, hangsAfterMs });
  return {
    check,
    checkSync: () => {
      if (isKnown(statSync(file, { throwIfNoEntry: false }))) return;
      try {
        identify();
      } catch (error) {
        throw error instanceof Fault ? error : away(error);
      }
    },
    ...watch,
  };
};

const readIdentity = (file: string): string | null =>
  ifMissingSync(() => readFileSync(file, 'utf8'), null)?.trim() ?? null;

/** Callers see the message; the cause, which names no path to them, is for the log. */
const away = (cause: unknown): Fault =>
  new Fault('unavailable', 'The folder that the nodes share is away.', {
    nextStep: hasErrorCode(cause, 'EACCES', 'EPERM', 'EROFS')
      ? 'An operator: let the account of the service write to KINDRED_SHARED.'
      : 'Try again in a moment; nothing was stored. An operator: mount the folder that KINDRED_SHARED names.',
    retryAfterSeconds: 5,
    cause,
  });

/*
 * Files of a folder that may be away. Nothing is created while it is, what is acknowledged was written to the right
 * folder (so it is checked after the write too), and the record of an import
 * counts as missing only when the folder is there.
 */

export const guardFiles = (files: Files, shared: Pick<SharedFolder, 'check'>): Files => {
  const around = async <T>(work: () => Promise<T>): Promise<T> => {
    await shared.check();
    const result = await work();
    await shared.check();
    return result;
  };
  const before = async <T>(work: () => Promise<T>): Promise<T> => {
    await shared.check();
    return work();
  };
  return {
    ...files,
    appendDurably: (path, content) => around(() => files.appendDurably(path, content)),
    rename: (from, to) => around(() => files.rename(from, to)),
    makeFolder: (path) => before(() => files.makeFolder(path)),
    remove: (path) => before(() => files.remove(path)),
  };
};

export const guardSyncFiles = (files: SyncFiles, shared: Pick<SharedFolder, 'checkSync'>): SyncFiles => ({
  ...files,
  read: (path) => {
    const content = files.read(path);
    if (content === null) shared.checkSync();
    return content;
  },
  write: (path, content) => {
    shared.checkSync();
    files.write(path, content);
  },
  rename: (from, to) => {
    shared.checkSync();
    files.rename(from, to);
    shared.checkSync();
  },
  makeFolder: (path) => {
    shared.checkSync();
    files.makeFolder(path);
  },
});
