import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { Fault } from '../../../errors.ts';

/** An uploaded file. */
export type ReceivedFile = {
  /** Path of the temporary copy. */
  readonly path: string;
  /** The sender's file name: for display only, never used as a path. */
  readonly name: string;
};

export const uploadDefaults = { part: 'feed', maximumBytes: 4 * 1024 ** 3 } as const;

export const isUpload = (contentType: string | undefined): boolean =>
  /^multipart\/form-data\s*;/i.test(contentType ?? '');

type Upload = { readonly request: IncomingMessage; readonly folder: string };

/** Streams the part `feed` to a temporary file; other parts are ignored. */
export const receiveFile = async ({ request, folder }: Upload): Promise<ReceivedFile> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  try {
    const name = await readForm(request, path);
    if (name !== null) return { path, name };
    throw new Fault('bad-input', `The form has no file in its part "${uploadDefaults.part}".`);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
};

const readForm = (request: IncomingMessage, path: string): Promise<string | null> => {
  return new Promise((resolve, reject) => {
    let received: Promise<string> | null = null;
    const form = openForm(request);
    form.on('file', (part: string, stream: Readable & { truncated?: boolean }, filename: string) => {
      if (part !== uploadDefaults.part || received !== null) stream.resume();
      else received = saveFile(stream, path).then(() => filename);
    });
    form.on('error', (cause: unknown) => reject(unreadableForm(cause)));
    form.on('finish', () => void Promise.resolve(received).then(resolve, reject));
    request.on('aborted', () => reject(unreadableForm(new Error('the sender has gone'))));
    request.pipe(form);
  });
};

const openForm = ({ headers }: IncomingMessage): InstanceType<typeof Busboy> => {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { fileSize: uploadDefaults.maximumBytes, files: 1, fields: 10, fieldSize: 10_000, parts: 20 },
    });
  } catch (cause) {
    throw unreadableForm(cause);
  }
};

const saveFile = async (stream: Readable & { truncated?: boolean }, path: string): Promise<void> => {
  await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
  if (stream.truncated === true) {
    throw new Fault('too-large', `A feed may have ${uploadDefaults.maximumBytes / 1024 ** 3} GB at most.`);
  }
};

const unreadableForm = (cause: unknown): Fault => {
  return new Fault('bad-input', 'The form cannot be read.', { nextStep: 'Send the file again.', cause });
};
