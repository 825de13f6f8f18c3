import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect } from '../../../../test/support/read-feed.ts';
import { splitLines } from './lines.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
const split = async (text: string, size: number, maximum = 100) =>
  (await collect(splitLines(inPieces(text, size), maximum))).map(({ text: line }) => line);

describe.each([1, 4, 7, 1_000])('lines, in chunks of %i characters', (size) => {
  it.each([
    ['a\nb\nc', ['a', 'b', 'c']],
    ['a\r\nb\r\n', ['a', 'b']],
    ['abc\rdef\rg', ['abc', 'def', 'g']],
    ['\n\nx', ['', '', 'x']],
    ['abc\r', ['abc']],
    ['a\r\rb', ['a', '', 'b']],
    ['id;te\rxt\n1;a\n', ['id;te\rxt', '1;a']],
    ['one\rtwo\r\nthree', ['one\rtwo', 'three']],
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

it('a text of more than 64 kB without a line feed ends its lines with a carriage return', async () => {
  const rows = Array.from({ length: 20_000 }, (_, place) => `row ${place}`);
  const lines = await split(`${rows.join('\r')}\rlast\nline`, 1_000);
  expect(lines.slice(0, 20_000)).toEqual(rows);
  expect(lines.slice(20_000)).toEqual(['last\nline']);
});

it('lines do not depend on how the text is cut into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('a', '"', '\r', '\n', '\r\n'), maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      async (text, size) => {
        expect(await split(text, size)).toEqual(await split(text, 1_000));
      },
    ),
  );
});
