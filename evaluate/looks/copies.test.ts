import { describe, expect, it } from 'vitest';
import { evaluateCopies } from './copies.ts';
import { renderSheet } from './sheets.ts';

/** Directions on a quarter of a circle, so that rows are neighbours of rows. */
const vectors = Array.from({ length: 24 }, (_, at) => ({
  looks: Float32Array.from([Math.cos(at / 16), Math.sin(at / 16)]),
  colour: Float32Array.of(1),
}));
const items = vectors.map((_, at) => ({
  hash: `h${at}`,
  identifier: `p${at}`,
  family: `f${Math.floor(at / 2)}`,
  label: 'all',
  words: at < 12 ? ['hoodie'] : ['lamp'],
}));
const compared = { items, vectors };
const rowAt = (row: number) => vectors[row] ?? { looks: new Float32Array(2), colour: Float32Array.of(1) };

describe('copies', () => {
  it('that are the same change nothing', () => {
    const copies = [5, 9].map((row) => ({ kind: 're-encoded', row, vectors: rowAt(row) }));
    expect(evaluateCopies(compared, copies)).toEqual([
      { kind: 're-encoded', copies: 2, first: 2, productFirst: 2, changed: 0 },
    ]);
  });

  it('that look like something else find it first, and change neighbours', () => {
    const [report, other] = evaluateCopies(compared, [
      { kind: 'cropped', row: 0, vectors: rowAt(23) },
      { kind: 'mirrored', row: 1, vectors: rowAt(1) },
    ]);
    expect(report).toMatchObject({ kind: 'cropped', copies: 1, first: 0, productFirst: 0 });
    expect(report?.changed).toBeGreaterThan(5);
    expect(other).toMatchObject({ kind: 'mirrored', first: 1, changed: 0 });
  });

  // Rows 4 and 5 show one product, rows 3 and 6 show others.
  it.each([
    ['the original', 4, 4, { first: 1, productFirst: 1 }],
    ['another picture of the product', 4, 5, { first: 0, productFirst: 1 }],
    ['the picture before, of another product', 4, 3, { first: 0, productFirst: 0 }],
    ['the picture behind, of another product', 5, 6, { first: 0, productFirst: 0 }],
  ])('that look like %s', (_, row, like, expected) => {
    const copies = [{ kind: 'cropped', row, vectors: rowAt(like) }];
    expect(evaluateCopies(compared, copies)).toMatchObject([{ kind: 'cropped', copies: 1, ...expected }]);
  });

  it('that two pictures are equally near to find both', () => {
    const twins = { items, vectors: vectors.map((each, row) => (row === 3 ? rowAt(4) : each)) };
    const copies = [3, 4].map((row) => ({ kind: 'mirrored', row, vectors: rowAt(4) }));
    expect(evaluateCopies(twins, copies)).toMatchObject([{ copies: 2, first: 2, productFirst: 2 }]);
  });

  it('are counted by their kind, in the order of the kinds', () => {
    const copies = [
      { kind: 'mirrored', row: 2, vectors: rowAt(2) },
      { kind: 'cropped', row: 2, vectors: rowAt(3) },
      { kind: 'mirrored', row: 8, vectors: rowAt(9) },
    ];
    expect(evaluateCopies(compared, copies)).toMatchObject([
      { kind: 'mirrored', copies: 2, first: 1, productFirst: 2 },
      { kind: 'cropped', copies: 1, first: 0, productFirst: 1 },
    ]);
    expect(evaluateCopies(compared, [])).toEqual([]);
  });
});

describe('the contact sheet', () => {
  const picture = (title: string, bytes: Uint8Array | null, isRight: boolean | null) => ({
    title,
    bytes,
    isRight,
  });
  const page = renderSheet('a & b', [
    {
      source: picture('"p1" <b>', Uint8Array.of(0xff, 0xd8), null),
      base: [picture('p2', Uint8Array.of(0x89, 0x50), false)],
      learnt: [picture('p3', null, true), picture('p4', Uint8Array.of(0x47), true)],
    },
  ]);

  it('holds its pictures, framed by whether their label is right', () => {
    expect(page).toContain('<img src="data:image/jpeg;base64,/9g="');
    expect(page).toContain('<img class="wrong" src="data:image/png;base64,');
    expect(page).toContain('<i class="right">p3</i>');
    expect(page).toContain('<img class="right" src="data:image/gif;base64,');
  });

  it('escapes names', () => {
    expect(page).toContain('a &#38; b');
    expect(page).toContain('alt="&#34;p1&#34; &#60;b&#62;"');
  });
});
