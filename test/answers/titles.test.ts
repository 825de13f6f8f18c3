import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listIdentifiers, openTinyShop, type TinyShop } from './tiny-shop.ts';

const comparison = 'learnt from category: precision at 10 of unseen products 0.400, now 0.700';
/** The belt, which looks least like the dress, has its words; all others have other words. */
const wordsOf = (identifier: string): number[] =>
  ['dress', 'belt'].includes(identifier) ? [0.6, 0.8] : [0.8, -0.6];

let shop: TinyShop;
let plain: TinyShop;
beforeAll(async () => {
  shop = await openTinyShop({ titleWeight: 3, comparison, wordsOf });
  plain = await openTinyShop();
});
afterAll(async () => {
  await shop.close();
  await plain.close();
});

const weights = { looks: 1, colour: 1 };
const explain = { explain: 'true' };

describe('words of titles in an answer', () => {
  it('count as it was decided for the catalogue', async () => {
    const answer = await shop.fetchAnswer({ parameters: explain });
    expect(listIdentifiers(answer)[0]).toBe('belt');
    const [belt, next] = answer.explain?.documents ?? [];
    // Looks 0.13 and colours 0 with weight 1 each, titles 1 with weight 3 beside the sum of both.
    expect(belt?.title).toBeCloseTo(1, 5);
    expect(belt?.score).toBeCloseTo(((belt?.looks ?? 0) + (belt?.colour ?? 0) + 6) / 8, 5);
    expect(belt?.reason).toContain(', titles 100 %;');
    expect(next?.title).toBeCloseTo(0, 5);
  });

  it('count as the box says', async () => {
    const { explain: heavy } = await shop.fetchAnswer({
      box: { weights: { ...weights, title: 2 } },
      parameters: explain,
    });
    const belt = heavy?.documents.find(({ identifier }) => identifier === 'belt');
    expect(belt?.score).toBeCloseTo(((belt?.looks ?? 0) + (belt?.colour ?? 0) + 2) / 4, 5);
    const ignoring = await shop.fetchAnswer({ box: { weights: { ...weights, title: 0 } } });
    expect(listIdentifiers(ignoring)).toEqual(listIdentifiers(await plain.fetchAnswer({})));
    expect(ignoring.documents?.map(({ score }) => score)).toEqual(
      (await plain.fetchAnswer({})).documents?.map(({ score }) => score),
    );
  });

  it('are ignored in a catalogue without them, even if the box gives them a weight', async () => {
    const titled = await plain.fetchAnswer({ box: { weights: { ...weights, title: 2 } } });
    expect(titled.documents).toEqual((await plain.fetchAnswer({})).documents);
    const { explain: explained } = await plain.fetchAnswer({ parameters: explain });
    expect(explained?.documents[0]?.title).toBeNull();
  });

  it('score advertised products too', async () => {
    const fetchAdScore = async (title: number) => {
      const { ads } = await shop.fetchAnswer({
        campaigns: [{ effect: { kind: 'ads', identifiers: ['belt'] } }],
        box: { weights: { ...weights, title } },
        parameters: { filter: 'price gt 1000' },
      });
      return ads?.adResults?.[0]?.score ?? NaN;
    };
    const [without, half] = [await fetchAdScore(0), await fetchAdScore(2)];
    expect(half).toBeCloseTo((without + 1) / 2, 5);
  });
});

describe('how a catalogue is compared', () => {
  it('is explained with the answer', async () => {
    expect((await shop.fetchAnswer({ parameters: explain })).explain?.comparison).toBe(comparison);
    expect((await plain.fetchAnswer({ parameters: explain })).explain?.comparison).toBeNull();
    expect((await shop.fetchAnswer({})).explain).toBeUndefined();
  });
});
