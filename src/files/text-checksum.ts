import { hash } from 'node:crypto';

/** A line of text, followed by a line with its SHA-256. */
export const appendChecksum = (line: string): string => `${line}\n${hash('sha256', line, 'hex')}\n`;

/** The line, or null when the text is not exactly what `appendChecksum` returned for it. */
export const verifyChecksum = (text: string): string | null => {
  const line = text.slice(0, Math.max(0, text.indexOf('\n')));
  return appendChecksum(line) === text ? line : null;
};
