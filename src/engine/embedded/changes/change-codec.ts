import { crc32 } from 'node:zlib';
import type { Picture, ProductChange } from '../../engine.ts';
import type { LoggedChange } from '../../semantics/fold-changes.ts';

type StoredPicture = {
  readonly hash: string;
  readonly looks: string;
  readonly colour: string;
  readonly title?: string;
};

const checksumDigits = 8;

/** One line: checksum, a space, JSON. A line that was cut or damaged does not match its checksum. */
export const encodeChange = ({ sequence, change }: LoggedChange): string => {
  const body = JSON.stringify({ sequence, change: mapPicture(change, packPicture) });
  return `${lineChecksum(body)} ${body}\n`;
};

/** Null for a line that was not written to its end: its change was never acknowledged. */
export const decodeChange = (line: string): LoggedChange | null => {
  const body = line.slice(checksumDigits + 1);
  if (line.slice(0, checksumDigits) !== lineChecksum(body)) return null;
  const { sequence, change } = JSON.parse(body) as LoggedChange;
  return { sequence, change: mapPicture(change, unpackPicture) };
};

const lineChecksum = (body: string): string => crc32(body).toString(16).padStart(checksumDigits, '0');

/** The change with its vectors converted: numbers in memory, base64 of their bytes in the log. */
const mapPicture = (
  change: ProductChange,
  convert: (picture: Picture | StoredPicture) => Picture | StoredPicture,
): ProductChange => {
  if (change.kind === 'remove' || !change.picture) return change;
  return { ...change, picture: convert(change.picture) as Picture };
};

const packPicture = ({ hash, looks, colour, title }: Picture | StoredPicture): StoredPicture => ({
  hash,
  looks: toBase64(looks as Float32Array),
  colour: toBase64(colour as Float32Array),
  ...(title !== undefined && { title: toBase64(title as Float32Array) }),
});

const unpackPicture = ({ hash, looks, colour, title }: Picture | StoredPicture): Picture => ({
  hash,
  looks: fromBase64(looks as string),
  colour: fromBase64(colour as string),
  ...(title !== undefined && { title: fromBase64(title as string) }),
});

const toBase64 = (numbers: Float32Array): string =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');

const fromBase64 = (text: string): Float32Array =>
  new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);
