import { crc32 } from 'node:zlib';
import { hash } from 'node:crypto';

const checksumDigits = 8;

/** A line of a log: the CRC-32 of its text in hex digits, a space, the text. */
export const writeCheckedLine = (text: string): string =>
  `${crc32(text).toString(16).padStart(checksumDigits, '0')} ${text}\n`;

/** The text of a line; null for one that a crash has cut or that was damaged: it does not match its checksum. */
export const readCheckedLine = (line: string): string | null => {
  const text = line.slice(checksumDigits + 1);
  return writeCheckedLine(text) === `${line}\n` ? text : null;
};

/** A line of text, followed by a line with its SHA-256. */
export const appendChecksum = (line: string): string => `${line}\n${hash('sha256', line, 'hex')}\n`;

/** The line, or null when the text is not exactly what `appendChecksum` returned for it. */
export const verifyChecksum = (text: string): string | null => {
  const line = text.slice(0, Math.max(0, text.indexOf('\n')));
  return appendChecksum(line) === text ? line : null;
};
