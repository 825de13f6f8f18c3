import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, utimes } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { Fault } from '../../../errors.ts';
import { hasErrorCode } from '../../../files/error-code.ts';

export type ReceivedFile = {
  readonly path: string;
  /** The sender's file name: for display only, never used as a path. */
  readonly name: string;
};

const uploadDefaults = { maximumBytes: 4 * 1024 ** 3 } as const;

export const isUpload = (contentType: string | undefined): boolean =>
  /^multipart\/form-data\s*;/i.test(contentType ?? '');

type Upload = {
  readonly request: IncomingMessage;
  readonly folder: string;
  readonly part?: string;
  /** Opens the temporary file for writing. */
  readonly createFile?: (path: string) => Writable;
  readonly maximumBytes?: number;
};

type FormOptions = {
  readonly part: string;
  readonly createFile: () => Writable;
  readonly maximumBytes: number;
};

/** Synced before it is closed: an import that was accepted survives a power cut, with its feed. */
const createTemporaryFile = (path: string): Writable => createWriteStream(path, { mode: 0o600, flush: true });

/**
 * Streams one part to a temporary file, which gets the time of the field `lastModified`, where the form has one before the
 * file or after it. Other parts are ignored.
 */
export const receiveFile = async ({
  request,
  folder,
  part = 'feed',
  createFile = createTemporaryFile,
  maximumBytes = uploadDefaults.maximumBytes,
}: Upload): Promise<ReceivedFile> => {
  const path = join(folder, randomUUID());
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const form = await readForm(request, { part, createFile: () => createFile(path), maximumBytes });
    if (form.name !== null) {
      if (form.lastModified !== null) await setTime(path, form.lastModified);
      return { path, name: form.name };
    }
    throw new Fault('bad-input', `The form has no file in its part "${part}".`);
  } catch (error) {
    await rm(path, { force: true });
    throw toUploadFault(error);
  }
};

/**
 * The first error wins, in whatever order the form, the part, the disk and the sender fail: each of them has a handler
 * before anything is read. The promise settles only after the temporary file is closed, so that the caller can
 * remove it.
 */
const readForm = async (
  request: IncomingMessage,
  { part: wanted, createFile, maximumBytes }: FormOptions,
): Promise<{ readonly name: string | null; readonly lastModified: string | null }> => {
  const form = openForm(request, maximumBytes);
  const streams: Readable[] = [];
  const saves: Promise<string>[] = [];
  let lastModified: string | null = null;
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  const fail = (error: unknown): void => reject(toUploadFault(error));
  form.on('file', (part: string, stream: Readable, filename: string) => {
    streams.push(stream);
    // Busboy emits errors on the stream of every part, also of those that are skipped.
    stream.on('error', fail);
    if (part === wanted && saves.length === 0) {
      const save = saveFile(stream, createFile, maximumBytes).then(() => filename);
      save.catch(fail);
      saves.push(save);
    } else stream.resume();
  });
  form.on('field', (name: string, value: string) => {
    if (name === 'lastModified') lastModified = value;
  });
  form.on('error', fail);
  form.on('finish', resolve);
  const onClose = (): void => {
    if (!request.complete) fail(new Error('the sender has gone'));
  };
  request.on('error', fail);
  request.on('close', onClose);
  // The sender may have left before anybody listened.
  if (request.destroyed) onClose();
  request.pipe(form);
  try {
    await finished;
    return { name: (await saves[0]) ?? null, lastModified };
  } finally {
    request.unpipe(form);
    request.off('close', onClose);
    // The rest of the body is discarded, so that the sender can read the answer.
    request.resume();
    for (const stream of streams) stream.destroy();
    form.destroy();
    await Promise.allSettled(saves);
  }
};

/** ISO 8601, or milliseconds since 1970, as browsers give it for a file. */
const setTime = async (path: string, text: string): Promise<void> => {
  const instant = new Date(/^\d+$/.test(text) ? Number(text) : text);
  if (!Number.isNaN(instant.getTime())) return utimes(path, instant, instant);
  throw new Fault('bad-input', 'lastModified: is no instant.', {
    nextStep: 'Allowed: ISO 8601, or milliseconds since 1970.',
  });
};

const openForm = ({ headers }: IncomingMessage, maximumBytes: number): InstanceType<typeof Busboy> => {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { fileSize: maximumBytes, files: 20, fields: 10, fieldSize: 10_000, parts: 20 },
    });
  } catch (cause) {
    throw unreadableForm(cause);
  }
};

const saveFile = async (
  stream: Readable,
  createFile: () => Writable,
  maximumBytes: number,
): Promise<void> => {
  const tooLarge = Promise.withResolvers<never>();
  stream.on('limit', () => tooLarge.reject(uploadTooLarge(maximumBytes)));
  const written = pipeline(stream, createFile());
  try {
    await Promise.race([written, tooLarge.promise]);
  } finally {
    stream.destroy();
    await Promise.allSettled([written]);
  }
};

const uploadTooLarge = (maximumBytes: number): Fault =>
  new Fault('too-large', `A file may have ${maximumBytes / 1024 ** 3} GB at most.`);

const unreadableForm = (cause: unknown): Fault =>
  new Fault('bad-input', 'The form cannot be read.', { nextStep: 'Send the file again.', cause });

/** Errors of the disk keep their cause: the form is only blamed for its own. */
const toUploadFault = (error: unknown): unknown => {
  if (error instanceof Fault) return error;
  if (hasErrorCode(error, 'ENOSPC', 'EDQUOT'))
    return new Fault('unavailable', 'The disk is full: the file cannot be stored.', {
      nextStep: 'Free disk space on the server, then send the file again.',
      retryAfterSeconds: 60,
      cause: error,
    });
  const isDiskError = error instanceof Error && 'syscall' in error && 'path' in error;
  return isDiskError ? error : unreadableForm(error);
};
