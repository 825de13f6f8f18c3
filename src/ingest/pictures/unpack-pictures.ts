import { isUtf8 } from 'node:buffer';
import { stat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { Fault } from '../../errors.ts';
import { writeFileAtomically } from '../../files/replace-file.ts';
import { toPictureName } from './image-place.ts';
import { ifMissing } from '../../files/error-code.ts';

const unpackPicturesLimits = {
  entries: 100_000,
  /** Unpacked bytes of all pictures of a ZIP file. */
  bytes: 8 * 1024 ** 3,
  /** Bytes of one picture, as for pictures at an address. */
  pictureBytes: 10 << 20,
  /** Refused entries that are named in the report. */
  namedRefusals: 100,
} as const;

type PictureRefusal = 'not-a-picture' | 'too-large' | 'unreadable' | 'name-twice';

export type UnpackedPictures = {
  readonly added: number;
  readonly replaced: number;
  readonly refused: number;
  readonly refusals: readonly { readonly name: string; readonly reason: PictureRefusal }[];
};

type Limits = Readonly<Record<'entries' | 'bytes' | 'pictureBytes', number>>;
type Options = {
  readonly signal: AbortSignal;
  readonly limits?: Partial<Limits>;
  /** Called with the pictures of the directory before the first is unpacked; throws when there is no room for them. */
  readonly requireRoom?: (added: StoredPictures) => Promise<void>;
};

/**
 * Puts the pictures of a ZIP file into a folder, each by its name alone. The directory of the ZIP is checked before
 * anything is written; then a bad entry is refused and the others are kept.
 */
export const unpackPictures = async (
  file: string,
  folder: string,
  { signal, limits: given = {}, requireRoom }: Options,
): Promise<UnpackedPictures> => {
  const limits: Limits = { ...unpackPicturesLimits, ...given };
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch(throwDamaged);
  try {
    const entries = await listEntries(zip, limits);
    await requireRoom?.(listPictures(entries, limits));
    const report = { added: 0, replaced: 0, refused: 0 };
    const refusals: { name: string; reason: PictureRefusal }[] = [];
    const seen = new Set<string>();
    for (const entry of entries) {
      signal.throwIfAborted();
      const name = toPictureName(readEntryName(entry));
      const picture = seen.has(name) ? 'name-twice' : await readPicture(zip, entry, limits.pictureBytes);
      if (typeof picture === 'string') {
        report.refused += 1;
        if (refusals.length < unpackPicturesLimits.namedRefusals)
          refusals.push({ name: readEntryName(entry), reason: picture });
        continue;
      }
      seen.add(name);
      report[await savePicture(join(folder, name), picture)] += 1;
    }
    return { ...report, refusals };
  } finally {
    zip.close();
  }
};

/** Throws when the directory promises more than the limits allow, or names a file outside of a folder. */
const listEntries = async (zip: ZipFile, { entries: most, bytes }: Limits): Promise<Entry[]> => {
  if (zip.entryCount > most) throw tooLarge(`more than ${most} files`);
  const entries: Entry[] = [];
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (isLeftOut(entry.fileName)) continue;
      unpacked += entry.uncompressedSize;
      entries.push(entry);
    }
  } catch (error) {
    if (error instanceof Error && /^(invalid relative path|absolute path)/.test(error.message))
      throw outsideFault(error.message.split(': ').at(-1) ?? '');
    return throwDamaged(error);
  }
  if (unpacked > bytes) throw tooLarge(`more than ${Math.round(bytes / 1024 ** 3)} GB of pictures`);
  return entries;
};

/** What the entries may become on disk. */
const listPictures = (entries: readonly Entry[], { pictureBytes }: Limits): StoredPictures =>
  new Map(
    entries
      .filter(({ fileName, uncompressedSize }) => isPictureName(fileName) && uncompressedSize <= pictureBytes)
      .map((entry) => [toPictureName(readEntryName(entry)), bytesOnDisk(entry.uncompressedSize)]),
  );

/** Folders, and files that operating systems add. */
const isLeftOut = (name: string): boolean =>
  /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)|\/$/i.test(name);

/** Some systems write UTF-8 without marking it as such. Whatever the encoding, slashes and dots are the same bytes. */
const readEntryName = ({ fileName, fileNameRaw }: Entry): string =>
  isUtf8(fileNameRaw) ? fileNameRaw.toString() : fileName;

/** The bytes of a picture, or why it is none. The size of the directory is a promise that yauzl enforces. */
const readPicture = async (zip: ZipFile, entry: Entry, maximumBytes: number) => {
  if (!isPictureName(entry.fileName)) return 'not-a-picture';
  if (entry.uncompressedSize > maximumBytes) return 'too-large';
  if (!entry.canDecodeFileData()) return 'unreadable';
  try {
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
    const bytes = Buffer.concat(pieces);
    return isPicture(bytes) ? bytes : 'not-a-picture';
  } catch {
    return 'unreadable';
  }
};

/** The kinds that the service serves under `/pictures`. */
const isPictureName = (name: string): boolean => /\.(jpe?g|png|gif|webp|avif)$/i.test(name);

const isPicture = (bytes: Buffer): boolean => {
  const textAt = (from: number, to: number): string => bytes.toString('latin1', from, to);
  return (
    textAt(0, 3) === '\xff\xd8\xff' ||
    textAt(0, 8) === '\x89PNG\r\n\x1a\n' ||
    textAt(0, 4) === 'GIF8' ||
    (textAt(0, 4) === 'RIFF' && textAt(8, 12) === 'WEBP') ||
    (textAt(4, 8) === 'ftyp' && /^(avi[fs]|mif1)$/.test(textAt(8, 12)))
  );
};

const savePicture = async (file: string, bytes: Buffer): Promise<'added' | 'replaced'> => {
  const before = await stat(file).catch(() => null);
  await writeFileAtomically(file, bytes);
  return before === null ? 'added' : 'replaced';
};

const throwDamaged = (cause: unknown): never => {
  throw new Fault('bad-input', 'The file of pictures is no readable ZIP file.', {
    nextStep: 'Pack the pictures into one ZIP file without a password, and send it again.',
    reason: { reason: 'pictures-no-zip' },
    cause,
  });
};

const outsideFault = (name: string): Fault =>
  new Fault('bad-input', `The ZIP file names a file outside of its folder: ${name.slice(0, 100)}.`, {
    nextStep: 'Pack the folder of the pictures again. Nothing was changed.',
    reason: { reason: 'pictures-outside' },
  });

const tooLarge = (what: string): Fault =>
  new Fault('too-large', `The ZIP file holds ${what}.`, {
    nextStep: 'Send it in several parts. Nothing was changed.',
    reason: { reason: 'pictures-too-many' },
  });

/** What the uploaded pictures of one website may take. */
export type PictureRoom = { readonly pictures: number; readonly gigabytes: number };

/** Name of each picture → its bytes on disk. */
export type StoredPictures = ReadonlyMap<string, number>;

/** Disks give whole blocks: a hundred thousand pictures of 200 bytes take 400 MB. */
const blockBytes = 4096;
const statsAtOnce = 64;
const gigabyte = 1024 ** 3;

const bytesOnDisk = (bytes: number): number => Math.ceil(bytes / blockBytes) * blockBytes;

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

export const requireRoom = (room: PictureRoom, others: readonly StoredPictures[], own: StoredPictures) => {
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
