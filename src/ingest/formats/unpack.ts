import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { Fault } from '../../errors.ts';
import { peek } from './byte-chunks.ts';
import { hasErrorCode } from '../../files/error-code.ts';

const unpackLimits = {
  /** A feed that unpacks to more than this many times its size is refused as a zip bomb. */
  ratio: 100,
  /** The ratio is checked only after this many unpacked bytes: the start of any feed compresses well. */
  freeBytes: 1 << 20,
} as const;

/** The bytes of a file, unpacked from gzip or zip. Detected by the first bytes, never by the file name. */
export async function* unpack(file: string): AsyncGenerator<Uint8Array> {
  const stream = createReadStream(file, { highWaterMark: 256 << 10 });
  try {
    const { head, bytes } = await peek(stream as AsyncIterable<Buffer>, 4);
    const [first, second, third] = head;
    if (first === 0x1f && second === 0x8b) yield* gunzip(bytes);
    else if (first === 0x50 && second === 0x4b && (third === 0x03 || third === 0x05)) yield* unzip(file);
    else yield* bytes;
  } finally {
    stream.destroy();
  }
}

const bombFault = (): Fault =>
  new Fault('too-large', `The feed unpacks to more than ${unpackLimits.ratio} times its size.`, {
    nextStep: 'Check the file; if it is right, give it unpacked.',
  });

const damagedFault = (kind: string, cause: unknown): Fault =>
  new Fault('bad-input', `The feed is damaged: its ${kind} data cannot be unpacked.`, {
    nextStep: 'Export or download the feed again. Nothing was changed.',
    cause,
  });

async function* limitRatio(unpacked: AsyncIterable<Uint8Array>, packedBytes: () => number) {
  let out = 0;
  for await (const piece of unpacked) {
    out += piece.length;
    if (out > unpackLimits.freeBytes && out > packedBytes() * unpackLimits.ratio) throw bombFault();
    yield piece;
  }
}

async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let packed = 0;
  let inputError: Error | null = null;
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of bytes) {
        packed += piece.length;
        yield piece;
      }
    } catch (error) {
      inputError = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  }
  const unpacker = createGunzip();
  // An error of the input destroys the unpacker, whose reader reports it.
  const input = pipeline(Readable.from(counted()), unpacker).catch(() => undefined);
  try {
    yield* limitRatio(unpacker as AsyncIterable<Buffer>, () => packed);
  } catch (cause) {
    throw cause instanceof Fault ? cause : (inputError ?? damagedFault('gzip', cause));
  } finally {
    unpacker.destroy();
    await input;
  }
}

/**
 * Zip files are read by their central directory, which is at the end, in place: no copy is written anywhere. A
 * streaming reader could find entries that the directory does not list, and tools disagree about those.
 */
async function* unzip(file: string): AsyncGenerator<Uint8Array> {
  let zip: ZipFile | null = null;
  try {
    zip = await openPromise(file, { lazyEntries: true, autoClose: false });
    yield* unzipEntry(zip, await findFeed(zip));
  } catch (cause) {
    throw cause instanceof Fault ? cause : damagedFault('zip', cause);
  } finally {
    zip?.close();
  }
}

async function* unzipEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const limit = Math.max(unpackLimits.freeBytes, entry.compressedSize * unpackLimits.ratio);
  if (entry.uncompressedSize > limit) throw bombFault();
  const stream = await zip.openReadStreamPromise(entry);
  try {
    yield* limitRatio(stream as AsyncIterable<Buffer>, () => entry.compressedSize);
  } finally {
    stream.destroy();
  }
}

/** Folders, hidden files, system files, pictures and documents. */
const isIgnoredEntry = (name: string): boolean =>
  /(^|\/)(__MACOSX\/|\.)|\/$|\.(jpe?g|png|gif|webp|avif|pdf|html?)$/i.test(name);
const hasFeedExtension = (name: string): boolean => /\.(csv|tsv|xml|json|ndjson|jsonl)$/i.test(name);

/** The only entry with a feed extension, or the only entry. Several feeds are refused: each may be a part of the catalogue. */
const findFeed = async (zip: ZipFile): Promise<Entry> => {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === 'xl/workbook.xml')
      throw zipFault(
        'The feed is a workbook of Excel, not a feed.',
        'Save its sheet as CSV (UTF-8), and give that.',
      );
    if (!isIgnoredEntry(entry.fileName) && entry.uncompressedSize > 0) entries.push(entry);
  }
  const named = entries.filter(({ fileName }) => hasFeedExtension(fileName));
  const [feed, ...others] = named.length > 0 ? named : entries;
  if (feed === undefined) throw zipFault('The zip file holds no feed.');
  if (others.length > 0) throw zipFault(`The zip file holds several feeds: ${listNames([feed, ...others])}.`);
  if (!feed.canDecodeFileData())
    throw zipFault(
      'The feed inside the zip file is encrypted or packed in an unusual way.',
      'Pack it without a password, or give it unpacked.',
    );
  return feed;
};

const namesShown = 5;
const listNames = (entries: readonly Entry[]): string =>
  [
    ...entries.slice(0, namesShown).map(({ fileName }) => fileName),
    ...(entries.length > namesShown ? [`${entries.length - namesShown} more`] : []),
  ].join(', ');

const zipFault = (message: string, nextStep = 'Put one CSV, XML, JSON or NDJSON file into it.'): Fault =>
  new Fault('bad-input', message, { nextStep });
export async function* readFeedFile(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* unpack(file);
  } catch (cause) {
    if (cause instanceof Fault || !(cause instanceof Error) || !('code' in cause)) throw cause;
    const code = hasErrorCode(cause, 'ENOENT') ? 'not-found' : 'bad-input';
    throw new Fault(code, `The feed ${file} cannot be read: ${cause.message}.`, {
      nextStep: 'Check the name and the permissions of the file.',
      reason: { reason: 'feed-unreadable', values: { file } },
      cause,
    });
  }
}
