import { createHash } from 'node:crypto';
import { type FileHandle, link, open } from 'node:fs/promises';
import { hasErrorCode } from './error-code.ts';

/** Size and SHA-256 (hex) of a file. */
export type FileDigest = { readonly bytes: number; readonly sha256: string };

type CopyOptions = {
  readonly signal?: AbortSignal | undefined;
  /** For a file that others append to: copies up to its last complete line. */
  readonly wholeLines?: boolean;
};

/** Large enough to be fast, small enough that a service can answer between two chunks. */
const chunkBytes = 1 << 18;
const newline = 0x0a;

/** Copies what the file has when it is opened, and syncs the copy. The digest is of what was written. */
export const copyWithDigest = async (
  from: string,
  to: string,
  { signal, wholeLines = false }: CopyOptions = {},
): Promise<FileDigest> => {
  const source = await open(from, 'r');
  try {
    const { size, mode } = await source.stat();
    const length = wholeLines ? await completeLinesLength(source, size) : size;
    const target = await open(to, 'wx', mode & 0o777);
    try {
      const digest = await readAndHash(source, length, signal, (chunk) => target.writeFile(chunk));
      await target.datasync();
      return digest;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};

/** For a file that never changes again: a hard link where the file system can, else a copy. */
export const linkWithDigest = async (
  from: string,
  to: string,
  options: CopyOptions = {},
): Promise<FileDigest> => {
  try {
    await link(from, to);
  } catch (error) {
    if (hasErrorCode(error, 'EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'))
      return copyWithDigest(from, to, options);
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
  onChunk: (chunk: Uint8Array) => Promise<void>,
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
