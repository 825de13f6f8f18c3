import { createHash } from 'node:crypto';
import { missingFile } from './error-code.ts';
import type { Files } from './files.ts';
import type { OpenFile } from './open-file.ts';

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
export const copyWithDigest = (
  files: Files,
  from: string,
  to: string,
  { signal, wholeLines = false }: CopyOptions = {},
): Promise<FileDigest> =>
  withOpenFile(files, from, async (source) => {
    const length = wholeLines ? await completeLinesLength(source) : source.bytes;
    const checksum = createHash('sha256');
    await files.write(to, readChunks(source, length, checksum, signal));
    await files.sync(to);
    return { bytes: length, sha256: checksum.digest('hex') };
  });

/** For a file that never changes again: a second name for it where the file system can, else a copy. */
export const linkWithDigest = async (
  files: Files,
  from: string,
  to: string,
  options: CopyOptions = {},
): Promise<FileDigest> =>
  (await files.link(from, to))
    ? computeDigest(files, to, options.signal)
    : copyWithDigest(files, from, to, options);

export const computeDigest = (files: Files, file: string, signal?: AbortSignal): Promise<FileDigest> =>
  withOpenFile(files, file, async (source) => {
    const checksum = createHash('sha256');
    for await (const chunk of readChunks(source, source.bytes, checksum, signal)) void chunk;
    return { bytes: source.bytes, sha256: checksum.digest('hex') };
  });

const withOpenFile = async <T>(
  files: Files,
  path: string,
  work: (file: OpenFile) => Promise<T>,
): Promise<T> => {
  const file = await files.open(path);
  if (file === null) throw missingFile(path);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
};

async function* readChunks(
  source: OpenFile,
  length: number,
  checksum: ReturnType<typeof createHash>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted();
  for (let at = 0; at < length; at += chunkBytes) {
    signal?.throwIfAborted();
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, length - at));
    await source.read(chunk, at);
    checksum.update(chunk);
    yield chunk;
  }
}

const completeLinesLength = async (file: OpenFile): Promise<number> => {
  for (let end = file.bytes; end > 0; ) {
    const start = Math.max(0, end - chunkBytes);
    const buffer = Buffer.allocUnsafe(end - start);
    await file.read(buffer, start);
    const last = buffer.lastIndexOf(newline);
    if (last >= 0) return start + last + 1;
    end = start;
  }
  return 0;
};
