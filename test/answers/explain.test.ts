import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Promotion } from '../../src/domain/campaign.ts';
import { strategyDefaults } from '../../src/domain/strategy.ts';
import { openTinyShop, type ShopRequest, type TinyShop } from './tiny-shop.ts';

let shop: TinyShop;
beforeAll(async () => {
  shop = await openTinyShop();
});
afterAll(() => shop.close());

const fetchExplanation = async (question: ShopRequest) => {
  const answer = await shop.fetchAnswer({
    ...question,
    parameters: { explain: 'true', ...question.parameters },
  });
  if (answer.explain === undefined) throw new Error('No explanation.');
  return answer.explain;
};
const fetchReasons = async (question: ShopRequest) =>
  Object.fromEntries(
    (await fetchExplanation(question)).documents.map(({ identifier, reason }) => [identifier, reason]),
  );
const withPromotions = (...promotions: Promotion[]): ShopRequest => ({
  campaigns: [{ name: 'Summer', effect: { kind: 'promotion', highlighted: false, promotions } }],
});

describe('explains the position of a document', () => {
  it('by its similarity', async () => {
    expect(await fetchReasons({})).toMatchObject({
      frock: 'Looks 88 % alike, colours 100 %; same category, brand, colour and size; place 1 of 7 by score.',
      tunic: 'Looks 88 % alike, colours 0 %; same size, category alike up to Women; place 4 of 7 by score.',
      belt: 'Looks 13 % alike, colours 0 %; place 7 of 7 by score.',
    });
  });

  it('by a campaign that moved it, and by one that moved others', async () => {
    const boost: Promotion = { action: 'boost', targets: { identifiers: ['scarf'] }, factor: 9 };
    expect(
      await fetchReasons(withPromotions({ action: 'pin', identifier: 'belt', position: 1 }, boost)),
    ).toMatchObject({
      belt: "Looks 13 % alike, colours 0 %; moved from 7 to 1 by campaign 'Summer'.",
      scarf: "Looks 25 % alike, colours 0 %; moved from 6 to 2 by campaign 'Summer' (boost × 9).",
      frock: expect.stringContaining(
        'place 1 of 7 by score, at 3 because campaigns moved others.',
      ) as unknown,
    });
  });

  it('by a pin that is not among the candidates', async () => {
    const question = {
      ...withPromotions({ action: 'pin', identifier: 'belt', position: 1 }),
      box: { candidates: 2 },
    };
    expect(await fetchReasons(question)).toMatchObject({
      belt: "Looks 13 % alike, colours 0 %; put at 1 by campaign 'Summer', not found by likeness.",
    });
  });

  it('by the requested sort, also on a later page', async () => {
    const { documents } = await fetchExplanation({ parameters: { orderby: 'price asc', top: 2, page: 2 } });
    expect(
      documents.map(({ identifier, position, organicPosition }) => [identifier, position, organicPosition]),
    ).toEqual([
      ['belt', 3, 7],
      ['tunic', 4, 4],
    ]);
    expect(documents[0]?.reason).toMatch(/place 7 of 7 by score, at 3 by the sort that was asked for\.$/);
  });

  it('names the campaign with rule, action and factor', async () => {
    const { documents } = await fetchExplanation(
      withPromotions({ action: 'bury', targets: { identifiers: ['frock'] }, factor: 0.1 }),
    );
    expect(documents.find(({ identifier }) => identifier === 'frock')).toMatchObject({
      campaigns: [{ ruleId: 1, name: 'Summer', action: 'bury', factor: 0.1 }],
      organicPosition: 1,
      position: 6,
    });
  });
});

describe('explains the choice of the rung', () => {
  const rung = { ...strategyDefaults, from: 'looks', searchMode: 'All' } as const;
  const box = {
    sameAsSource: ['category', 'brand'],
    strategies: [
      { ...rung, rank: 1, minimumResults: 5 },
      { ...rung, rank: 2, minimumResults: 2, searchMode: 'Any' },
    ],
  } as const;

  it('lists each rung that was tried, with its count and why the next one was tried', async () => {
    const { ladder } = await fetchExplanation({ box });
    expect(ladder).toMatchObject([
      { rank: 1, results: 1, outcome: 'too few', answered: true },
      { rank: 2, results: 3, outcome: 'enough', answered: true },
    ]);
    expect(ladder.map(({ reason }) => reason)).toEqual([
      '1 look-alike, fewer than the 5 asked for: the next rung adds to it.',
      '2 look-alikes more, 3 in all, at least the 2 asked for: the search ends here.',
    ]);
  });

  it('names the rung of each document', async () => {
    const { documents } = await fetchExplanation({ box });
    expect(documents.map(({ rung }) => rung)).toEqual([1, 2, 2]);
  });

  it('counts results before what was chosen among the facets', async () => {
    const { ladder } = await fetchExplanation({ box, parameters: { facetFilter: "colour eq 'Blue'" } });
    expect(ladder.map(({ results }) => results)).toEqual([1, 3]);
  });

  it('says that no rung has enough results', async () => {
    const demanding = {
      ...box,
      strategies: box.strategies.map((strategy) => ({ ...strategy, minimumResults: 9 })),
    };
    const { ladder } = await fetchExplanation({ box: demanding });
    expect(ladder[1]?.reason).toBe(
      '2 look-alikes more, 3 in all, fewer than the 9 asked for: there is no further rung.',
    );
  });
});

describe('campaigns and time', () => {
  it('lists which matching campaigns were applied, and the time of each part', async () => {
    const ads = (identifier: string) => ({ effect: { kind: 'ads', identifiers: [identifier] } }) as const;
    const { campaigns, timings, tookMs } = await fetchExplanation({ campaigns: [ads('belt'), ads('scarf')] });
    expect(campaigns.map(({ ruleId, applied }) => [ruleId, applied])).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(timings.map(({ part }) => part)).toEqual(['source product', 'search', 'ads']);
    expect(tookMs).toBeGreaterThan(0);
  });
});
