import { readdir, rm } from 'node:fs/promises';
import type { Dataset } from '../../domain/dataset.ts';
import { ifMissing } from '../../files/error-code.ts';
import { uploadedPicturesFolder } from './image-place.ts';
import { type UnpackedPictures, unpackPictures } from './unpack-pictures.ts';

type OfDataset = Pick<Dataset, 'tracker'>;

/** Pictures that operators uploaded beside the feed of a dataset. */
export type UploadedPictures = {
  /** Adds the pictures of a ZIP file; one of the same name is replaced. */
  add(dataset: OfDataset, zipFile: string, signal: AbortSignal): Promise<UnpackedPictures>;
  count(dataset: OfDataset): Promise<number>;
  removeAll(dataset: OfDataset): Promise<void>;
};

export const createUploadedPictures = (dataDir: string): UploadedPictures => {
  const folderOf = ({ tracker }: OfDataset): string => uploadedPicturesFolder(dataDir, tracker);
  return {
    add: (dataset, zipFile, signal) => unpackPictures(zipFile, folderOf(dataset), { signal }),
    count: async (dataset) => (await ifMissing(readdir(folderOf(dataset)), [])).length,
    removeAll: (dataset) => rm(folderOf(dataset), { recursive: true, force: true }),
  };
};
