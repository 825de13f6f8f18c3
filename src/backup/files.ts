import { createHash } from 'node:crypto';
import { type FileHandle, link, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Size and checksum of a file. */
export type FileDigest = { readonly bytes: number; readonly sha256: string };

type CopyOptions = {
  readonly signal?: AbortSignal | undefined;
  /** For a file that others append to: copies up to its last complete line. */
  readonly wholeLines?: boolean;
};

/** Large enough to be fast, small enough that a service can answer between two chunks. */
const chunkBytes = 1 << 18;
const newline = 0x0a;

/** Copies what the file holds when it is opened, durably. The checksum is of what was written. */
export const copyFile = async (from: string, to: string, options: CopyOptions = {}): Promise<FileDigest> => {
  const source = await open(from, 'r');
  try {
    const { size, mode } = await source.stat();
    const length = options.wholeLines ? await completeLinesLength(source, size) : size;
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    const target = await open(to, 'wx', mode & 0o777);
    try {
      const copied = await readAndHash(source, length, options.signal, (piece) => target.writeFile(piece));
      await target.datasync();
      return copied;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};

/** For a file that never changes again: a hard link where the file system can, else a copy. */
export const linkOrCopyFile = async (
  from: string,
  to: string,
  options: CopyOptions = {},
): Promise<FileDigest> => {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await link(from, to);
  } catch (error) {
    if (hasErrorCode(error, 'EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'))
      return copyFile(from, to, options);
    throw error;
  }
  return computeDigest(to, options.signal);
};

export const computeDigest = async (file: string, signal?: AbortSignal): Promise<FileDigest> => {
  const handle = await open(file, 'r');
  try {
    return await readAndHash(handle, (await handle.stat()).size, signal, () => Promise.resolve());
  } finally {
    await handle.close();
  }
};

const readAndHash = async (
  source: FileHandle,
  length: number,
  signal: AbortSignal | undefined,
  onChunk: (piece: Uint8Array) => Promise<void>,
): Promise<FileDigest> => {
  const checksum = createHash('sha256');
  const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(1, length)));
  let bytes = 0;
  while (bytes < length) {
    signal?.throwIfAborted();
    const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, length - bytes), bytes);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    checksum.update(chunk);
    await onChunk(chunk);
    bytes += bytesRead;
  }
  return { bytes, sha256: checksum.digest('hex') };
};

const completeLinesLength = async (file: FileHandle, size: number): Promise<number> => {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - chunkBytes);
    const { bytesRead } = await file.read(buffer, 0, end - start, start);
    const last = buffer.subarray(0, bytesRead).lastIndexOf(newline);
    if (last >= 0) return start + last + 1;
    end = start;
  }
  return 0;
};

/** Makes the file names in a folder durable. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Syncs all parent folders of these files, up to and including the root. */
export const syncParentFolders = async (root: string, paths: readonly string[]): Promise<void> => {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  }
  for (const folder of folders) await syncFolder(join(root, folder));
  await syncFolder(root);
};

export const hasErrorCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** The result of `work`; `fallback` when the file or folder does not exist. */
export const ifMissing = async <T, U>(work: Promise<T>, fallback: U): Promise<T | U> => {
  try {
    return await work;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return fallback;
    throw error;
  }
};

export const syncFile = async (file: string): Promise<void> => {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
