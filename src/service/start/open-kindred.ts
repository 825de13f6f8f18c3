import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { copyNewer, copyWithTimes, listCopyable } from '../../files/portable-files.ts';
import { diskFiles } from '../../files/files.ts';
import type { Logger } from 'pino';
import { compose, type Kindred } from '../../compose.ts';
import { dataFiles } from '../../data-files.ts';
import type { Config } from '../../config.ts';
import { readNodeName } from '../../files/node-name.ts';
import type { ServingThreads } from '../threads/serving-threads.ts';
import { Fault, isUnavailable } from '../../errors.ts';
import { isDiskFull } from '../../files/error-code.ts';
import { closeSync, existsSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';

/** Opens the data folder; what is damaged in it is logged. */
export const openKindred = (
  config: Config,
  logger: Logger,
  threads: ServingThreads | null,
): Promise<Kindred> => {
  return openWithReservedSpace(config.dataDir, () =>
    compose(config, {
      // As `err`, because pino writes the message of an error under no other name.
      report: ({ error: err, ...problem }) =>
        logger.error({ ...problem, err }, 'a version cannot be read; the last good one serves'),
      onDamagedImport: (file) =>
        logger.error({ file }, 'the record of an import is damaged and was set aside'),
      onShared: (problem) =>
        problem === null
          ? logger.info('the shared folder is back')
          : logger.error(
              { err: problem },
              'the shared folder is away: changes, events and imports are refused',
            ),
      onObjects: (problem) =>
        problem === null
          ? logger.info('the object storage is back')
          : logger.error({ err: problem }, 'the object storage is away: imports are refused'),
      ...(threads && { announce: threads.announce }),
    }),
  );
};

/** What this machine wrote before it shared a folder with other nodes. */
export const shareEarlierFiles = async (kindred: Kindred, logger: Logger): Promise<void> => {
  const { config, shared } = kindred;
  const { content: sharedDir } = dataFiles(config);
  const { dataDir } = config;
  if (sharedDir === dataDir) return;
  if (shared?.problem()) return logger.error('files of this machine are shared at the next start');
  await moveToShared({ dataDir, sharedDir, node: readNodeName(dataDir) });
  movePictures({ dataDir, sharedDir }).catch((err: unknown) =>
    logger.error({ err }, 'pictures could not be moved to the shared folder; tried again at the next start'),
  );
};

/** What nodes share. Versions are moved with the settings, by `kindred migrate`. */
const sharedNames = ['imports', 'keywords', 'uploaded-pictures', 'alerts'] as const;

type Move = { readonly dataDir: string; readonly sharedDir: string; readonly node: string };

/**
 * Moves what one machine wrote before it shared a folder with others, and what an earlier release of a node kept for
 * itself. It can end at any point and be done again: a file is removed when its copy is durable.
 */
export const moveToShared = async ({ dataDir, sharedDir, node }: Move): Promise<void> => {
  for (const name of sharedNames) await moveFiles(join(dataDir, name), join(sharedDir, name));
  await moveEvents(join(dataDir, 'events'), join(sharedDir, 'events'), node);
};

/**
 * Pictures, their vectors and what was learnt from them. They can be many, and are found or made again where they are
 * missing: this is done while the service runs.
 */
export const movePictures = ({ dataDir, sharedDir }: Pick<Move, 'dataDir' | 'sharedDir'>): Promise<void> =>
  moveFiles(join(dataDir, 'pictures'), join(sharedDir, 'pictures'));

/** Of two nodes with the same file, the newer one counts. */
const moveFiles = async (from: string, to: string): Promise<void> =>
  void (await copyNewer(from, to, { moves: true }));

/** Days, and lists of erased shoppers, become files of this node. An event that is there twice is read once. */
const moveEvents = async (from: string, to: string, node: string): Promise<void> => {
  for (const name of await listCopyable(from)) {
    const kept = /^(.*?)(\d{4}-\d\d-\d\d)\.events$|^(.*?)erased$/.exec(name);
    const part = `${node}-${randomBytes(3).toString('hex')}`;
    const [, folder = kept?.[3] ?? '', day] = kept ?? [];
    if (kept !== null)
      await copyWithTimes(
        join(from, name),
        join(to, folder, day ? `${day}.${part}.events` : `erased.${part}`),
      );
    await diskFiles.remove(join(from, name));
  }
};

/** A full disk is a fault that the caller may repeat, not an error of the service. */
export const reportDiskFull = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new Fault('unavailable', 'The disk of the service is full: nothing was stored.', {
      nextStep: 'Free some space; then send it again. Searches go on meanwhile.',
      cause: error,
    });
  }
};

/** Answering needs no space on the disk: what only prepares a visit is left out while it is full. */
export const skipIfDiskFull = async <T>(logger: Logger, work: () => Promise<T | null>): Promise<T | null> => {
  try {
    return await work();
  } catch (err) {
    if (!isDiskFull(err) && !isUnavailable(err)) throw err;
    logger.error({ err }, 'the disk is full: the service starts without access for visitors');
    return null;
  }
};

const reserveDefaults = {
  name: 'reserved-space',
  /** Enough for the side files that SQLite creates when it opens the databases of a data folder. */
  bytes: 4 << 20,
  /** Less than this counts as a full disk. */
  fullBytes: 1 << 20,
} as const;

/**
 * Opens the data folder. SQLite cannot open a database on a full disk, because it creates files beside it. Space that
 * an earlier start has reserved is given up for them, so that a restart on a full disk answers.
 */
export const openWithReservedSpace = async <T>(dataDir: string, open: () => Promise<T>): Promise<T> => {
  try {
    return await open();
  } catch (error) {
    const file = join(dataDir, reserveDefaults.name);
    if (!existsSync(file) || freeBytes(dataDir) >= reserveDefaults.fullBytes) throw error;
    rmSync(file, { force: true });
    return open();
  }
};

/** Reserves the space again where there is enough of it. Written, because a sparse file would reserve nothing. */
export const reserveSpace = (dataDir: string): void => {
  const file = join(dataDir, reserveDefaults.name);
  if (existsSync(file) || freeBytes(dataDir) < 2 * reserveDefaults.bytes) return;
  try {
    const descriptor = openSync(file, 'wx', 0o600);
    try {
      writeSync(descriptor, Buffer.alloc(reserveDefaults.bytes, 1));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Somebody else took the space, or reserved it: the next start tries again.
  }
};

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};
