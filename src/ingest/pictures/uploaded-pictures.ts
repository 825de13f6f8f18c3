import { readdir, rm } from 'node:fs/promises';
import type { Dataset } from '../../domain/dataset.ts';
import { ifMissing } from '../../files/error-code.ts';
import { createTurns } from '../../files/in-turn.ts';
import { uploadedPicturesFolder } from './image-place.ts';
import {
  measurePictures,
  type PictureRoom,
  requireRoom,
  type StoredPictures,
  type UnpackedPictures,
  unpackPictures,
} from './unpack-pictures.ts';

type OfDataset = Pick<Dataset, 'tracker'>;

/** Pictures that operators uploaded beside the feed of a dataset. `check` throws while `dataDir` is away. */
export const createUploadedPictures = (
  dataDir: string,
  room: PictureRoom,
  check: () => Promise<void> = () => Promise.resolve(),
) => {
  const folderOf = ({ tracker }: OfDataset): string => uploadedPicturesFolder(dataDir, tracker);
  // One file after the other: two at once would both find the room that is left for one.
  const inTurn = createTurns();

  const requireRoomFor = async (
    dataset: OfDataset,
    ofWebsite: readonly OfDataset[],
    added: StoredPictures,
  ): Promise<void> => {
    const own = await measurePictures(folderOf(dataset));
    const others = ofWebsite.filter(({ tracker }) => tracker !== dataset.tracker);
    const stored = await Promise.all(others.map((other) => measurePictures(folderOf(other))));
    requireRoom(room, stored, new Map([...own, ...added]));
  };

  return {
    /**
     * Adds the pictures of a ZIP file; one of the same name is replaced. `ofWebsite`: all datasets of the website, whose
     * pictures share its room. `too-large` when there is none left for all of the file.
     */
    add: (dataset: OfDataset, ofWebsite: readonly OfDataset[], zipFile: string, signal: AbortSignal) =>
      inTurn(async (): Promise<UnpackedPictures> => {
        await check();
        const unpacked = await unpackPictures(zipFile, folderOf(dataset), {
          signal,
          requireRoom: (added) => requireRoomFor(dataset, ofWebsite, added),
        });
        await check();
        return unpacked;
      }),
    count: async (dataset: OfDataset): Promise<number> =>
      (await ifMissing(readdir(folderOf(dataset)), [])).length,
    removeAll: async (dataset: OfDataset): Promise<void> => {
      await check();
      await rm(folderOf(dataset), { recursive: true, force: true });
    },
  };
};

export type UploadedPictures = ReturnType<typeof createUploadedPictures>;
