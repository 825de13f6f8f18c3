import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTinyShop, type TinyShop } from './tiny-shop.ts';

let shop: TinyShop;
beforeAll(async () => {
  shop = await openTinyShop();
});
afterAll(() => shop.close());

const fetchDocuments = async (colour: number) =>
  (await shop.fetchAnswer({ box: { weights: { looks: 1, colour } }, parameters: { explain: 'true' } }))
    .explain?.documents ?? [];

describe('a box that wants the same shape in other colours', () => {
  it('scores by unlike colours, and says so in the reason', async () => {
    const documents = await fetchDocuments(-1);
    expect(documents.length).toBeGreaterThan(2);
    for (const { score, looks, colour, reason } of documents) {
      expect(score).toBeCloseTo(Math.max(0, ((looks ?? 0) + 1 - (colour ?? 0)) / 2), 5);
      expect(reason).toContain(' (other colours are wanted);');
    }
    const scores = documents.map(({ score }) => score ?? 0);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('is the opposite of one that wants the same colour', async () => {
    const [same, other] = [await fetchDocuments(1), await fetchDocuments(-1)];
    const average = (documents: typeof same): number =>
      documents.slice(0, 2).reduce((sum, { colour }) => sum + (colour ?? 0), 0) / 2;
    expect(average(other)).toBeLessThan(average(same));
    expect(same.some(({ reason }) => (reason ?? '').includes('other colours'))).toBe(false);
  });
});
