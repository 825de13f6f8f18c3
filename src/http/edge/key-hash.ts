import { randomInt } from 'node:crypto';

/*
 * HalfSipHash-1-3 (as in the hash tables of the Linux kernel). Callers write the keys, so none of them may know
 * which keys have one hash: the secret is drawn for each process.
 */

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

const drawWord = (): number => randomInt(2 ** 32) | 0;

export const createKeyHash = (
  [one, other]: readonly [number, number] = [drawWord(), drawWord()],
): ((owner: number, key: string) => number) => {
  let [a, b, c, d] = [0, 0, 0, 0];

  const mix = (): void => {
    a = (a + b) | 0;
    b = rotate(b, 5) ^ a;
    a = rotate(a, 16);
    c = (c + d) | 0;
    d = rotate(d, 8) ^ c;
    a = (a + d) | 0;
    d = rotate(d, 7) ^ a;
    c = (c + b) | 0;
    b = rotate(b, 13) ^ c;
    c = rotate(c, 16);
  };
  const addWord = (word: number): void => {
    d ^= word;
    mix();
    a ^= word;
  };

  return (owner, key) => {
    [a, b, c, d] = [one, other, 0x6c796765 ^ one, 0x74656462 ^ other];
    addWord(owner);
    // Two characters in a word; the one behind the last counts as 0, and the length tells how many there were.
    for (let at = 0; at < key.length; at += 2)
      addWord(key.charCodeAt(at) | (at + 1 < key.length ? key.charCodeAt(at + 1) << 16 : 0));
    addWord(key.length);
    c ^= 0xff;
    mix();
    mix();
    mix();
    return (b ^ d) >>> 0;
  };
};
