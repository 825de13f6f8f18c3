import { blockOtherLoaders } from '../../src/embedder/pictures/decode.ts';
import { spread } from '../../src/learning/looks/decide/measure.ts';
import type { LooksSubject } from './evaluate-catalogue.ts';
import type { SheetPicture, SheetRow, SheetTexts } from './render-sheet.ts';
import type { Answer } from './answers.ts';

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
