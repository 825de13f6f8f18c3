import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { copyNewer, copyWithTimes, listCopyable } from '../../files/portable-files.ts';
import { diskFiles } from '../../files/files.ts';

/** What nodes share. Versions are moved with the settings, by `kindred migrate`. */
const sharedNames = ['imports', 'keywords', 'uploaded-pictures', 'alerts'] as const;

type Move = {
  readonly dataDir: string;
  readonly sharedDir: string;
  readonly node: string;
};

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
