import { randomInt } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Fault } from '../../errors.ts';

/** Secrets are read from stdin: other users of the machine can see command lines. */
export const readLinesFromStdin = async (count: number, what: string): Promise<string[]> => {
  if (process.stdin.isTTY) process.stderr.write(`Type ${what}, then Ctrl-D:\n`);
  const lines = (await text(process.stdin)).split(/\r?\n/).filter((line) => line !== '');
  if (lines.length === count) return lines;
  throw new Fault('bad-input', `Expected ${what} on standard input, got ${lines.length} lines.`);
};

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 100 bits in five groups, easy to read from a screen and type. */
export const makeReadablePassword = (): string =>
  Array.from({ length: 5 }, () =>
    Array.from({ length: 4 }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
  ).join('-');
