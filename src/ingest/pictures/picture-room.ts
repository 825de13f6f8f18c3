import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../errors.ts';
import { ifMissing } from '../../files/error-code.ts';

/** What the uploaded pictures of one website may take. */
export type PictureRoom = { readonly pictures: number; readonly gigabytes: number };

/** Name of each picture → its bytes on disk. */
export type StoredPictures = ReadonlyMap<string, number>;

/** Disks give whole blocks: a hundred thousand pictures of 200 bytes take 400 MB. */
const blockBytes = 4096;
const statsAtOnce = 64;
const gigabyte = 1024 ** 3;

export const bytesOnDisk = (bytes: number): number => Math.ceil(bytes / blockBytes) * blockBytes;

export const measurePictures = async (folder: string): Promise<StoredPictures> => {
  const names = await ifMissing(readdir(folder), []);
  const sizes = new Map<string, number>();
  for (let at = 0; at < names.length; at += statsAtOnce) {
    const measure = async (name: string) => {
      const { size } = await ifMissing(stat(join(folder, name)), { size: 0 });
      sizes.set(name, bytesOnDisk(size));
    };
    await Promise.all(names.slice(at, at + statsAtOnce).map(measure));
  }
  return sizes;
};

/** Throws when the pictures of a website take more than they may. */
export const requireRoom = (
  room: PictureRoom,
  others: readonly StoredPictures[],
  own: StoredPictures,
): void => {
  const all = [...others, own];
  const pictures = all.reduce((count, { size }) => count + size, 0);
  const bytes = all.reduce((sum, each) => sum + each.values().reduce((part, size) => part + size, 0), 0);
  if (pictures <= room.pictures && bytes <= room.gigabytes * gigabyte) return;
  throw noRoom(room, pictures, bytes);
};

const noRoom = ({ pictures: most, gigabytes }: PictureRoom, pictures: number, bytes: number): Fault =>
  new Fault(
    'too-large',
    `The uploaded pictures of a website may be ${most} in number and take ${gigabytes} GB of disk; ` +
      `with this file they would be ${pictures} and take ${(bytes / gigabyte).toFixed(2)} GB.`,
    {
      nextStep:
        'Remove the pictures of a dataset that no longer needs them, or let the operator of the service raise ' +
        'KINDRED_MAX_PICTURES and KINDRED_MAX_PICTURES_GB. Nothing was changed.',
      reason: { reason: 'pictures-no-room', values: { pictures: most, gigabytes } },
    },
  );
