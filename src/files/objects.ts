import { dirname, join } from 'node:path';
import { Fault } from '../errors.ts';
import { diskFiles } from './files.ts';
import { replaceDurably } from './replace-file.ts';

/** What machines share: contents by key, such as `group/name`, that never change under their key. */
export type Objects = {
  /** Readers see all of it or nothing. Durable when it resolves. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** Null when there is none. */
  get(key: string): Promise<Buffer | null>;
  list(group: string): Promise<readonly string[]>;
  /** No error when there is none. */
  remove(key: string): Promise<void>;
};

/** Callers see the message; the cause is for the log. */
export const awayFault = (
  cause: unknown,
  step = 'check KINDRED_OBJECTS, what it names, and the way there',
): Fault =>
  new Fault('unavailable', 'The object storage that the nodes share is away.', {
    nextStep: `Try again in a moment; nothing was stored. An operator: ${step}.`,
    retryAfterSeconds: 5,
    cause: typeof cause === 'string' ? new Error(cause) : cause,
  });

/** In a folder that all machines see. It must exist: that of a mount point may be empty. */
export const openFolderObjects = (folder: string): Objects => {
  const inFolder = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      await diskFiles.sync(folder);
      return await work();
    } catch (error) {
      throw awayFault(error);
    }
  };
  return {
    put: (key, content) =>
      inFolder(async () => {
        const path = join(folder, key);
        await diskFiles.makeFolder(dirname(path));
        await replaceDurably(diskFiles, path, [content]);
        await diskFiles.sync(folder);
      }),
    get: (key) => inFolder(() => diskFiles.read(join(folder, key))),
    list: (group) =>
      inFolder(async () =>
        (await diskFiles.list(join(folder, group)))
          .filter((name) => !name.endsWith('.new'))
          .map((name) => `${group}/${name}`),
      ),
    remove: (key) => inFolder(() => diskFiles.remove(join(folder, key))),
  };
};
