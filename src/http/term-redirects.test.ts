import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TermRedirect } from '../domain/term-redirect.ts';
import { openShop, type Shop } from '../../test/support/http/shop.ts';
import type { WireImageSearchResult } from './image-search/schema.ts';
import type { WireSuggestionList } from './related-keywords/schema.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const putRedirects = async (redirects: readonly TermRedirect[]): Promise<void> => {
  const { id: _id, tracker: _tracker, ...website } = shop.north.website;
  await shop.store.websites.put('test', { ...website, redirects });
};
afterEach(() => putRedirects([]));

const shirts = { term: 'Shirts', url: 'https://shop.example/shirts?from=term' };

const search = async (parameters: Record<string, string>) => {
  const { tracker: btr } = shop.north.search;
  const { json, status } = await shop.get('/search/imagesearch', { btr, identifier: 'p0', ...parameters });
  expect(status).toBe(200);
  return json as WireImageSearchResult;
};

const suggest = async (more: Record<string, string> = {}) => {
  const { tracker: btr } = shop.north.relatedKeywords;
  const { json } = await shop.get('/relatedsearches/keywords', { btr, pattern: 'shirt', ...more });
  return json as WireSuggestionList;
};

describe('an image search whose search term the website redirects', () => {
  it.each(['shirt', 'SHIRTS', ' shirts '])('is answered with the redirect alone: %j', async (pattern) => {
    await putRedirects([shirts]);
    const answer = await search({ pattern });
    expect(answer).toMatchObject({
      resultStatus: 'redirect',
      documents: null,
      filters: null,
      count: 0,
      resultCount: 0,
      redirect: { ruleId: 0, campaignName: null, url: shirts.url },
    });
  });

  it.each(['blue shirt', 'lamp'])('is searched for any other term: %j', async (pattern) => {
    await putRedirects([shirts]);
    const answer = await search({ pattern });
    expect([answer.resultStatus, answer.redirect]).toEqual(['resultFound', undefined]);
  });

  it('is searched without a term, and as soon as the redirect is gone', async () => {
    await putRedirects([shirts]);
    expect((await search({})).resultStatus).toBe('resultFound');
    expect((await search({ pattern: 'shirt' })).resultStatus).toBe('redirect');
    await putRedirects([]);
    expect((await search({ pattern: 'shirt' })).resultStatus).toBe('resultFound');
  });

  it('is redirected for an unknown product as well', async () => {
    await putRedirects([shirts]);
    const answer = await search({ identifier: 'nobody sells this', pattern: 'shirt' });
    expect([answer.resultStatus, answer.redirect?.url]).toEqual(['redirect', shirts.url]);
  });

  it('explains itself by the term', async () => {
    await putRedirects([shirts]);
    const { explain } = await search({ pattern: 'shirt', explain: 'true' });
    expect(explain).toMatchObject({ redirect: shirts, campaigns: [], documents: [] });
    expect((await search({ explain: 'true' })).explain?.redirect).toBeNull();
  });

  it('follows the redirect of a campaign that holds, and shows no other effect', async () => {
    await putRedirects([shirts]);
    const name = 'Sale';
    const { ruleId } = await shop.addCampaign({
      name,
      when: { pattern: 'shirt' },
      effect: { kind: 'redirect', url: 'https://shop.example/sale' },
    });
    const redirected = await search({ pattern: 'shirt', explain: 'true' });
    expect(redirected.redirect).toEqual({ ruleId, campaignName: name, url: 'https://shop.example/sale' });
    expect(redirected.explain).toMatchObject({ redirect: null, campaigns: [{ name, applied: true }] });
    await shop.addCampaign({
      name,
      when: { pattern: 'shirt' },
      effect: { kind: 'banner', position: 'filterTop', contents: ['Sale'] },
    });
    const answer = await search({ pattern: 'shirt', explain: 'true' });
    expect([answer.redirect?.url, answer.banners]).toEqual([shirts.url, undefined]);
    expect(answer.explain).toMatchObject({ redirect: shirts, campaigns: [{ name, applied: false }] });
    await shop.store.campaigns.remove(shop.north.website.id, 'test', name);
  });
});

describe('a suggestion that the website redirects', () => {
  const redShirts = { term: 'shirts, red', url: 'https://shop.example/red' };

  it('leads to the address of the redirect, the others to the search page', async () => {
    await putRedirects([redShirts]);
    const { suggestions } = await suggest();
    expect(suggestions?.map(({ text, url }) => [text, url])).toEqual([
      ['red shirt', redShirts.url],
      ['blue & green shirt', 'https://shop.example/search?q=Blue%20%26%20green%20shirt'],
    ]);
  });

  it('explains its address by the term', async () => {
    await putRedirects([redShirts]);
    const { explain } = await suggest({ explain: 'true' });
    expect(explain?.suggestions.map(({ redirect }) => redirect)).toEqual([redShirts.term, undefined]);
  });

  it('is not affected by redirects of another website', async () => {
    const { id: _id, tracker: _tracker, ...south } = shop.south.website;
    await shop.store.websites.put('test', { ...south, redirects: [redShirts, shirts] });
    expect((await suggest()).suggestions?.[0]?.url).toBe('https://shop.example/search?q=Red%20shirt');
    expect((await search({ pattern: 'shirt' })).resultStatus).toBe('resultFound');
  });
});
