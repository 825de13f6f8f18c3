import { describe, expect, it } from 'vitest';
import { checkBadRows, findApprovalReason } from './approval.ts';

const report = (more: Partial<Parameters<typeof findApprovalReason>[0]> = {}) => ({
  rows: 100,
  badRows: 0,
  products: 100,
  live: 100,
  diff: { added: 0, changed: 0, removed: 0, unchanged: 100 },
  ...more,
});
const removing = (removed: number, live: number) =>
  report({ live, diff: { added: 0, changed: 0, removed, unchanged: live - removed } });

describe('an import needs approval', () => {
  it.each([
    ['when the feed is empty', report({ rows: 0, products: 0 }), 'feed-empty'],
    ['when no row is a product', report({ rows: 5, badRows: 5, products: 0 }), 'no-products'],
    ['when more than ten products and a tenth vanish', removing(11, 100), 'vanishing'],
    ['when more than ten rows and a tenth are bad', report({ badRows: 11 }), 'bad-rows'],
  ])('%s', (_name, given, code) => {
    expect(findApprovalReason(given)?.reasonDetail.reason).toBe(code);
  });

  it.each([
    ['when nothing changes', report()],
    ['when ten products vanish, whatever their share', removing(10, 12)],
    ['when a tenth vanishes, whatever their number', removing(100, 1_000)],
    ['when ten rows are bad, whatever their share', report({ rows: 12, badRows: 10, products: 2 })],
    ['when a tenth of the rows is bad', report({ rows: 1_000, badRows: 100 })],
    ['when it is the first one', report({ live: 0 })],
  ])('not %s', (_name, given) => {
    expect(findApprovalReason(given)).toBeNull();
  });

  it('with a text and the same numbers as values', () => {
    expect(findApprovalReason(removing(40, 80))).toEqual({
      reason: '40 of 80 products (50 %) would vanish',
      reasonDetail: { reason: 'vanishing', values: { removed: 40, live: 80, percent: 50 } },
    });
    expect(checkBadRows(30, 90)).toEqual({
      reason: '30 of 90 rows (33 %) are bad',
      reasonDetail: { reason: 'bad-rows', values: { bad: 30, rows: 90, percent: 33 } },
    });
  });
});
