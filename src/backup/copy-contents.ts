import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { EngineBackup, Progress } from '../engine/engine.ts';
import { Fault } from '../errors.ts';
import { computeDigest, copyWithDigest, type FileDigest } from '../files/copy-file.ts';
import { hasErrorCode, ifMissing } from '../files/error-code.ts';
import type { Files } from '../files/files.ts';
import { databaseName, isAppendLog, keyNames, listOtherFiles } from './data-folder.ts';
import type { Manifest, ManifestFile } from './manifest.ts';

/** What the engine stores: a folder of the data folder, copied by the engine itself. */
export type EngineFolder = { readonly name: string; readonly backup: EngineBackup };

type CopyRequest = {
  readonly files: Files;
  readonly dataDir: string;
  readonly engine: EngineFolder;
  /** The folder with backups, which is not backed up itself. */
  readonly backups: string;
  readonly to: string;
  readonly withSecret: boolean;
  readonly progress: Progress;
  readonly signal: AbortSignal | undefined;
};

type Contents = Pick<Manifest, 'secretKey' | 'files'>;

/**
 * The main database comes last, so that the backup holds the configuration under which each version was published.
 * A configuration that is newer than the versions is the normal state of a running service.
 */
export const copyContents = async (request: CopyRequest): Promise<Contents> => {
  const versions = await copyVersions(request);
  const others = await copyOtherFiles(request);
  const { secretKey, files } = await copyMainDatabase(request);
  return { secretKey, files: [...versions, ...others, ...files] };
};

const copyVersions = async ({ engine, to, signal, progress }: CopyRequest): Promise<ManifestFile[]> => {
  const files = await engine.backup.copyTo(join(to, engine.name), { signal, progress });
  return files.map((file) => ({ ...file, path: `${engine.name}/${file.path}` }));
};

const copyOtherFiles = async (request: CopyRequest): Promise<ManifestFile[]> => {
  const { dataDir, engine, backups, signal, progress } = request;
  const paths = await listOtherFiles(dataDir, [backups, join(dataDir, engine.name)]);
  const copies: ManifestFile[] = [];
  for (const [place, path] of paths.entries()) {
    signal?.throwIfAborted();
    const copied = await ifMissing(copyOtherFile(request, path), null);
    if (copied !== null) copies.push(copied);
    progress('Copying files', place + 1, paths.length);
  }
  return copies;
};

const copyOtherFile = async (
  { files, dataDir, to: target, signal }: CopyRequest,
  path: string,
): Promise<ManifestFile | null> => {
  const [from, to] = [join(dataDir, path), join(target, path)];
  await files.makeFolder(dirname(to));
  if (!path.endsWith('.sqlite'))
    return { path, ...(await copyWithDigest(files, from, to, { signal, wholeLines: isAppendLog(path) })) };
  if (!(await isDatabase(from))) return null;
  return { path, ...(await copyAndDigestDatabase(files, from, to)) };
};

const busyTimeoutMs = 10_000;
/** All pages in one step, off the main thread. With several steps, each write of another process would restart
 * the backup. */
const allPages = 2 ** 31 - 1;

/**
 * False for a file that only serves as a lock: it is empty. The file is not opened, because closing it would release
 * the locks that this process holds on it, also those of SQLite.
 */
const isDatabase = async (file: string): Promise<boolean> => (await stat(file)).size > 0;

/** A consistent copy of everything committed; readers and writers are not blocked. */
const copyDatabase = async (from: string, to: string): Promise<void> => {
  try {
    const source = new DatabaseSync(from, { readOnly: true, timeout: busyTimeoutMs });
    try {
      await backup(source, to, { rate: allPages });
    } finally {
      source.close();
    }
  } catch (cause) {
    throw new Fault(
      'unavailable',
      `${from} could not be copied: ${cause instanceof Error ? cause.message : String(cause)}.`,
      {
        nextStep: 'Run `kindred doctor`, then start the backup again.',
        cause,
      },
    );
  }
};

const copyAndDigestDatabase = async (files: Files, from: string, to: string): Promise<FileDigest> => {
  await copyDatabase(from, to);
  await files.sync(to);
  return computeDigest(files, to);
};

/** The database with the key it is encrypted with; repeated when the key was rotated between the two copies. */
const copyMainDatabase = async (request: CopyRequest, attempt = 0): Promise<Contents> => {
  const { files: disk, dataDir, to, withSecret } = request;
  const before = await readKeys(dataDir);
  const target = join(to, databaseName);
  const copied = await copyAndDigestDatabase(disk, join(dataDir, databaseName), target);
  const files = [{ path: databaseName, ...copied }];
  if (!withSecret) return { secretKey: before === '' ? 'none' : 'left-out', files };
  if (before === '') throw noKeyFile();
  const keys = await copyKeys(disk, dataDir, to);
  if (keys !== null && (await readKeys(dataDir)) === before) {
    return { secretKey: 'included', files: [...files, ...keys] };
  }
  if (attempt > 10) throw new Fault('conflict', 'The secret key was replaced again and again meanwhile.');
  for (const name of [databaseName, ...keyNames]) await disk.remove(join(to, name));
  return copyMainDatabase(request, attempt + 1);
};

/** Null when the key file vanished while it was copied. */
const copyKeys = async (files: Files, dataDir: string, to: string): Promise<ManifestFile[] | null> => {
  const copies: ManifestFile[] = [];
  for (const path of keyNames) {
    try {
      copies.push({ path, ...(await copyWithDigest(files, join(dataDir, path), join(to, path))) });
    } catch (error) {
      if (!hasErrorCode(error, 'ENOENT')) throw error;
      if (path === keyNames[0]) return null;
    }
  }
  return copies;
};

const readKeys = async (dataDir: string): Promise<string> => {
  const texts = keyNames.map((name) => ifMissing(readFile(join(dataDir, name), 'utf8'), ''));
  return (await Promise.all(texts)).join('');
};

const noKeyFile = (): Fault =>
  new Fault('not-found', 'The data folder holds no key file that could be backed up.', {
    nextStep: 'Leave out --with-secret, and keep KINDRED_SECRET_KEY where it is kept now.',
  });
