import type { Files } from './files.ts';
import type { SharedFolder } from './shared-folder.ts';
import type { SyncFiles } from './sync-files.ts';

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
    createExclusively: (path, text) => around(() => files.createExclusively(path, text)),
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
