import { randomInt } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Fault } from '../errors.ts';

/** Secrets come by stdin: what stands on a command line is seen by every user of the machine. */
export const readLinesFromStdin = async (count: number, what: string): Promise<string[]> => {
  if (process.stdin.isTTY) process.stderr.write(`Type ${what}, then Ctrl-D:\n`);
  const lines = (await text(process.stdin)).split(/\r?\n/).filter((line) => line !== '');
  if (lines.length === count) return lines;
  throw new Fault('bad-input', `Expected ${what} on standard input, got ${lines.length} lines.`);
};

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 100 bit in five groups, to be read from a screen and typed once. */
export const makeReadablePassword = (): string =>
  Array.from({ length: 5 }, () =>
    Array.from({ length: 4 }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
  ).join('-');
