import { crc32 } from 'node:zlib';
import type { LoggedChange } from '../../semantics/fold-changes.ts';
import { packChange, unpackChange } from '../../semantics/stored-change.ts';

const checksumDigits = 8;

/** One line: checksum, a space, JSON. A line that was cut or damaged does not match its checksum. */
export const encodeChange = ({ sequence, change }: LoggedChange): string => {
  const body = JSON.stringify({ sequence, change: packChange(change) });
  return `${lineChecksum(body)} ${body}\n`;
};

/** Null for a line that was not written to its end: its change was never acknowledged. */
export const decodeChange = (line: string): LoggedChange | null => {
  const body = line.slice(checksumDigits + 1);
  if (line.slice(0, checksumDigits) !== lineChecksum(body)) return null;
  const { sequence, change } = JSON.parse(body) as { readonly sequence: unknown; readonly change: unknown };
  return { sequence: Number(sequence), change: unpackChange(change) };
};

const lineChecksum = (body: string): string => crc32(body).toString(16).padStart(checksumDigits, '0');
