import { describe, expect, it } from 'vitest';
import { collect } from '../../../../test/support/read-feed.ts';
import { splitLines } from './lines.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
const split = async (text: string, size: number, maximum = 100) =>
  (await collect(splitLines(inPieces(text, size), maximum))).map(({ text: line }) => line);

describe.each([7, 1_000])('lines, in chunks of %i characters', (size) => {
  it.each([
    ['a\nb\nc', ['a', 'b', 'c']],
    ['a\r\nb\r\n', ['a', 'b']],
    ['abc\rdef\rg', ['abc', 'def', 'g']],
    ['\n\nx', ['', '', 'x']],
    ['', []],
  ])('%j', async (text, lines) => {
    expect(await split(text, size)).toEqual(lines);
  });

  it('over the limit are dropped, and the next ones are read', async () => {
    expect(await split(`${'x'.repeat(50)}\nshort\n${'y'.repeat(50)}`, size, 20)).toEqual([
      null,
      'short',
      null,
    ]);
  });
});

it('lines are counted from one', async () => {
  expect((await collect(splitLines(inPieces('a\nb', 2), 10))).map(({ line }) => line)).toEqual([1, 2]);
});
