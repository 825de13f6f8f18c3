import type { Survey } from './survey.ts';

/** Both bounds must be passed: a small shop may lose a few products, a large one a small share. */
export const guardDefaults = {
  vanishing: { products: 10, share: 0.1 },
  badRows: { rows: 10, share: 0.1 },
} as const;

const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;

/** Why a person should look at this import before it goes live; null when it may go. */
export const reasonToWait = ({ rows, badRows, places, live, diff }: Omit<Survey, 'lists'>): string | null => {
  if (places.size === 0) return rows === 0 ? 'the feed is empty' : `none of its ${rows} rows is a product`;
  const { vanishing, badRows: bad } = guardDefaults;
  if (diff.removed > vanishing.products && diff.removed > live * vanishing.share) {
    return `${diff.removed} of ${live} products (${percent(diff.removed, live)}) would vanish`;
  }
  if (badRows > bad.rows && badRows > rows * bad.share) {
    return `${badRows} of ${rows} rows (${percent(badRows, rows)}) are bad`;
  }
  return null;
};
