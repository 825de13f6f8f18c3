import { crc32 } from 'node:zlib';

const checksumDigits = 8;

/** A line of a log: the CRC-32 of its text in hex digits, a space, the text. */
export const writeCheckedLine = (text: string): string =>
  `${crc32(text).toString(16).padStart(checksumDigits, '0')} ${text}\n`;

/** The text of a line; null for one that a crash has cut or that was damaged: it does not match its checksum. */
export const readCheckedLine = (line: string): string | null => {
  const text = line.slice(checksumDigits + 1);
  return writeCheckedLine(text) === `${line}\n` ? text : null;
};
