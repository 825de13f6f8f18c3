import { diskFiles, type Files } from '../../src/files/files.ts';

/**
 * Where the test kills the import: `<point>:<number of times it was reached>`. The first seventeen are crash
 * points of the import, the others are file operations of the engine.
 */
export const crashCases = [
  'job-begun:1',
  'feed-opened:1',
  'row-read:5',
  'feed-read:1',
  'row-compared:7',
  'feed-compared:1',
  'diff-written:1',
  'version-begun:1',
  'picture-found:2',
  'pictures-embedded:1',
  'vector-written:3',
  'product-added:20',
  'products-added:1',
  'version-built:1',
  'build-noted:1',
  'version-live:1',
  'job-ended:1',
  'folder-made:1',
  'file-written:1',
  'file-written:4',
  'file-synced:2',
  'before-rename:1',
  'renamed:1',
  'before-rename:2',
  'renamed:2',
] as const;

type Pass = (name: string) => void;

/** Kills this process when the point is reached for the given time. */
export const killAt = (killPoint: string): Pass => {
  const [place, times] = killPoint.split(':');
  let left = Number(times);
  return (name) => {
    if (name !== place) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };
};

/** The real file system, which reports each step. */
export const instrumentFiles = (pass: Pass): Files => ({
  ...diskFiles,
  makeFolder: async (path) => {
    await diskFiles.makeFolder(path);
    pass('folder-made');
  },
  write: async (path, parts) => {
    await diskFiles.write(path, parts);
    pass('file-written');
  },
  sync: async (path) => {
    await diskFiles.sync(path);
    pass('file-synced');
  },
  rename: async (from, to) => {
    pass('before-rename');
    await diskFiles.rename(from, to);
    pass('renamed');
  },
});
