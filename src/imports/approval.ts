import type { Reason } from '../errors.ts';
import type { FeedReport } from '../ingest/build-from-feed.ts';

/** Both limits must be exceeded: a small shop may lose a few products, a large shop a small share. */
const guardDefaults = { vanishing: { products: 10, share: 0.1 }, badRows: { rows: 10, share: 0.1 } } as const;

const percentOf = (part: number, whole: number): number => Math.round((100 * part) / whole);

/** Why an import needs approval: as text, and as a code with values. */
export type ApprovalReason = { readonly reason: string; readonly reasonDetail: Reason };

const describeVanishing = (removed: number, live: number): ApprovalReason => {
  const percent = percentOf(removed, live);
  return {
    reason: `${removed} of ${live} products (${percent} %) would vanish`,
    reasonDetail: { reason: 'vanishing', values: { removed, live, percent } },
  };
};

export const checkBadRows = (bad: number, rows: number): ApprovalReason | null => {
  const { rows: most, share } = guardDefaults.badRows;
  if (bad <= most || bad <= rows * share) return null;
  const percent = percentOf(bad, rows);
  return {
    reason: `${bad} of ${rows} rows (${percent} %) are bad`,
    reasonDetail: { reason: 'bad-rows', values: { bad, rows, percent } },
  };
};

/** Why this import needs approval before it goes live; null when it needs none. */
export const findApprovalReason = ({
  rows,
  badRows,
  products,
  live,
  diff,
}: Pick<FeedReport, 'rows' | 'badRows' | 'products' | 'live' | 'diff'>): ApprovalReason | null => {
  if (products === 0) {
    return rows === 0
      ? { reason: 'the feed is empty', reasonDetail: { reason: 'feed-empty' } }
      : {
          reason: `none of its ${rows} rows is a product`,
          reasonDetail: { reason: 'no-products', values: { rows } },
        };
  }
  const { products: most, share } = guardDefaults.vanishing;
  if (diff.removed > most && diff.removed > live * share) return describeVanishing(diff.removed, live);
  return checkBadRows(badRows, rows);
};
