import { hash } from 'node:crypto';

/** A line of text with its checksum below it. */
export const appendChecksum = (line: string): string => `${line}\n${hash('sha256', line, 'hex')}\n`;

/** The line, or null when the text is not to the last byte what `seal` made. */
export const verifyChecksum = (text: string): string | null => {
  const line = text.slice(0, Math.max(0, text.indexOf('\n')));
  return appendChecksum(line) === text ? line : null;
};
