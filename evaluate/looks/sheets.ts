import sharp from 'sharp';
import { blockOtherLoaders, decodePicture } from '../../src/embedder/pictures/decode.ts';
import { spread } from '../../src/learning/looks/decide/measure.ts';
import type { Answer } from './measure-answers.ts';
import type { LooksSubject } from './evaluate-catalogue.ts';

/** A picture of a contact sheet. */
export type SheetPicture = {
  readonly title: string;
  readonly bytes: Uint8Array | null;
  /** Has the label of the source; null for the source itself. */
  readonly isRight: boolean | null;
};

export type SheetRow = {
  readonly source: SheetPicture;
  readonly base: readonly SheetPicture[];
  readonly learnt: readonly SheetPicture[];
};

/** What the sheet and its two columns show. */
type SheetTexts = { readonly note: string; readonly base: string; readonly learnt: string };

const learntTexts: SheetTexts = {
  note: 'Green: same label as the product. Red: another one. The map was not trained on these products.',
  base: 'vectors of the model',
  learnt: 'learnt',
};

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const readKind = (bytes: Uint8Array): string => {
  if (bytes[0] === 0x89) return 'png';
  if (bytes[0] === 0x47) return 'gif';
  return bytes[0] === 0x52 ? 'webp' : 'jpeg';
};

const renderPicture = ({ title, bytes, isRight }: SheetPicture): string => {
  const frame = isRight === null ? '' : ` class="${isRight ? 'right' : 'wrong'}"`;
  const source = bytes && `data:image/${readKind(bytes)};base64,${Buffer.from(bytes).toString('base64')}`;
  const text = escapeText(title);
  return source === null
    ? `<i${frame}>${text}</i>`
    : `<img${frame} src="${source}" alt="${text}" title="${text}">`;
};

const style = `body{font:14px sans-serif;margin:1rem}td,th{text-align:left;vertical-align:middle;padding:4px 8px}
img,i{width:96px;height:96px;object-fit:contain;border:3px solid #fff;display:inline-block}
.right{border-color:#289646}.wrong{border-color:#c83232}`;

/** One file without references: pictures are inside of it. */
export const renderSheet = (
  name: string,
  rows: readonly SheetRow[],
  texts: SheetTexts = learntTexts,
): string => {
  const cells = rows.map(
    ({ source, base, learnt }) =>
      `<tr><td>${renderPicture(source)}</td><td>${base.map(renderPicture).join('')}</td><td>${learnt.map(renderPicture).join('')}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Look-alikes of ${escapeText(name)}</title><style>${style}</style>
<h1>Look-alikes of ${escapeText(name)}</h1>
<p>${texts.note}</p>
<table><tr><th>product</th><th>${texts.base}</th><th>${texts.learnt}</th></tr>
${cells.join('\n')}
</table></html>
`;
};

/** A picture with a frame around it; null leaves the place empty. */
export type Cell = { readonly bytes: Uint8Array; readonly frame: Frame } | null;

type Frame = 'none' | 'right' | 'wrong';

const frames: Readonly<Record<Frame, readonly [number, number, number]>> = {
  none: [255, 255, 255],
  right: [40, 150, 70],
  wrong: [200, 50, 50],
};

/** Pixels of a picture, and of the frame with its distance to the next. */
const gridDefaults = { picture: 96, frame: 3, gap: 2 } as const;

/** One row of pictures below the other, as PNG. A picture that cannot be decoded leaves its frame empty. */
export const drawGrid = async (rows: readonly (readonly Cell[])[]): Promise<Uint8Array> => {
  const { picture, frame, gap } = gridDefaults;
  const pitch = picture + 2 * (frame + gap);
  const [width, height] = [pitch * Math.max(1, ...rows.map((row) => row.length)), pitch * rows.length];
  const data = new Uint8Array(width * Math.max(1, height) * 3).fill(255);
  const fill = (left: number, top: number, size: number, colour: readonly number[]): void => {
    for (let y = top; y < top + size; y += 1)
      for (let x = left; x < left + size; x += 1) data.set(colour, (y * width + x) * 3);
  };
  for (const [y, row] of rows.entries())
    for (const [x, cell] of row.entries()) {
      if (cell === null) continue;
      const [left, top] = [x * pitch + gap, y * pitch + gap];
      fill(left, top, picture + 2 * frame, frames[cell.frame]);
      const decoded = await decodePicture(cell.bytes, picture);
      for (let line = 0; decoded.ok && line < picture; line += 1)
        data.set(
          decoded.pixels.data.subarray(line * picture * 3, (line + 1) * picture * 3),
          ((top + frame + line) * width + left + frame) * 3,
        );
    }
  return sharp(data, { raw: { width, height: Math.max(1, height), channels: 3 } })
    .png()
    .toBuffer();
};

/** Two lists of answers, and what says which results are right. */
export type Compared = {
  readonly before: readonly Answer[];
  readonly now: readonly Answer[];
  readonly labelOf: LooksSubject['labelOf'];
};

export const comparedTexts: SheetTexts = {
  note: 'Green: same label as the product. Red: another one. Products whose answers have changed most come first.',
  base: 'kept answers',
  learnt: 'answers now',
};

const sheetDefaults = { results: 8 } as const;

const countSame = (before: Answer, now: Answer): number => {
  const shown = new Set(now.results.map(({ product }) => product));
  return before.results.filter(({ product }) => shown.has(product)).length;
};

/** The answers of `count` products, spread over all, those with the largest changes first. */
export const createComparedSheet = async (
  { before, now, labelOf }: Compared,
  readPicture: (product: string) => Promise<Uint8Array | null>,
  count: number,
): Promise<SheetRow[]> => {
  // Pictures are decoded in this process; those of the catalogue were decoded in another one before.
  blockOtherLoaders();
  const later = new Map(now.map((answer) => [answer.product, answer]));
  const pairs = before.flatMap((first) => {
    const second = later.get(first.product);
    return second === undefined ? [] : [{ first, second, same: countSame(first, second) }];
  });
  const toPicture = async (product: string, label: string | null): Promise<SheetPicture> => {
    const own = await labelOf(product);
    return {
      title: `${product}: ${own ?? '-'}`,
      bytes: await readPicture(product),
      isRight: label === null ? null : own === label,
    };
  };
  const rows: SheetRow[] = [];
  for (const { first, second } of spread(pairs, count).sort((a, b) => a.same - b.same)) {
    const label = await labelOf(first.product);
    const list = ({ results }: Answer): Promise<SheetPicture[]> =>
      Promise.all(
        results.slice(0, sheetDefaults.results).map(({ product }) => toPicture(product, label ?? '')),
      );
    rows.push({
      source: await toPicture(first.product, null),
      base: await list(first),
      learnt: await list(second),
    });
  }
  return rows;
};
