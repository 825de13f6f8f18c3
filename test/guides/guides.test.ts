import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImageSearchResult, SuggestionList } from '../../clients/typescript/src/client.ts';
import { picture, shirt } from '../support/embedder/pictures.ts';
import { type GuideShop, openGuideShop } from './support/guide-shop.ts';
import type { BlockResult } from './support/run-script.ts';

/*
 * Every command of the guides is executed, in the order of the guides, in one folder and against one service, with
 * the feed of a shop that is none of ours.
 */
let shop: GuideShop;
let url: string;
beforeAll(async () => {
  shop = await openGuideShop();
  url = await shop.startServices('own-feed.md');
});
afterAll(() => shop.close());

const address = 'http://127.0.0.1:8080';

/** What the commands of a guide left in shell variables, for the guides that continue with it. */
const readVariables = async (): Promise<void> => {
  const applied = JSON.parse(await readFile(join(shop.folder, 'applied.json'), 'utf8')) as {
    subscriptions: { keys: { primary: string } }[];
    boxes: { tracker: string }[];
  };
  shop.environment['KEY'] = applied.subscriptions[0]?.keys.primary;
  shop.environment['SEARCH_BOX'] = applied.boxes[0]?.tracker;
  shop.environment['RELATED_BOX'] = applied.boxes[1]?.tracker;
  shop.environment['IDENTIFIER'] = 'DE 100/s';
};

/** The last line of a block that is JSON. */
const readAnswer = <T>(block: BlockResult | undefined): T => {
  const lines = (block?.out ?? '').trim().split('\n');
  return JSON.parse(lines.at(-1) ?? '') as T;
};
const identifiersOf = ({ documents }: ImageSearchResult): unknown[] =>
  (documents ?? []).map(({ document }) => document?.['identifier']);

describe('own-feed.md', () => {
  it('leads from an own feed to the first look-alike and the first keyword', async () => {
    const [, imported, lookAlikes, keywords, changed, last] = await shop.runGuide('own-feed.md', {
      [address]: url,
    });
    expect(imported?.out).toContain('24 products of 24 rows');
    const { resultStatus, documents } = readAnswer<ImageSearchResult>(lookAlikes);
    expect([resultStatus, documents?.length]).toEqual(['resultFound', 5]);
    const { suggestions } = readAnswer<SuggestionList>(keywords);
    expect(suggestions?.map(({ text }) => text)).toContain('lighting');
    expect(readAnswer(changed)).toMatchObject({ accepted: 1 });
    expect(last?.out).toContain('My shop');
    await readVariables();
  });
});

describe('tune-look-alikes.md', () => {
  it('explains, measures and changes the box', async () => {
    const [explained, measured, changed] = await shop.runGuide('tune-look-alikes.md', { [address]: url });
    expect(readAnswer<ImageSearchResult>(explained)).toHaveProperty('explain');
    expect(measured?.out).toContain('category');
    expect(changed?.out).toContain('minimumScore');
    const answer = readAnswer<ImageSearchResult>(changed);
    expect(identifiersOf(answer)).toEqual(['DE 130/s', 'DE 120/s', 'DE 110/s']);
  });
});

describe('search-by-picture.md', () => {
  it('finds products for a photo, and says what its category is taken for', async () => {
    await picture('#c02020', shirt).png().toFile(join(shop.folder, 'photo.png'));
    const [found, explained, part, words, several] = await shop.runGuide('search-by-picture.md', {
      [address]: url,
    });
    expect(readAnswer<ImageSearchResult>(found)).toMatchObject({ resultStatus: 'resultFound' });
    expect(identifiersOf(readAnswer<ImageSearchResult>(explained))).toHaveLength(3);
    expect(readAnswer<ImageSearchResult>(explained).explain).toHaveProperty('predicted', []);
    expect(readAnswer<ImageSearchResult>(part).explain?.regions).toHaveLength(5);
    expect(readAnswer<ImageSearchResult>(words).explain).toHaveProperty('wordProducts', []);
    const { explain } = readAnswer<ImageSearchResult>(several);
    expect(explain?.documents[0]?.reason).toMatch(/most like DE 1[03]0\/s/);
  });
});

describe('campaigns.md', () => {
  it('shows each effect, a chosen tile, curated keywords, a redirected term, and takes a campaign back', async () => {
    const blocks = await shop.runGuide('campaigns.md', { [address]: url });
    const [, lamp, tile, redirect, curated, redirectedTerm, paused] = blocks;
    const answer = readAnswer<ImageSearchResult>(lamp);
    expect(identifiersOf(answer)[0]).toBe('DE 130/s');
    expect(answer).toMatchObject({
      promotionDetail: { highlighted: true, campaignName: 'Lamp of the month' },
      ads: { adResults: [{ document: { identifier: 'ST 200/s' } }] },
      intentClarification: { clarifyingQuestion: 'Which size?' },
    });
    expect(answer.banners?.map(({ contents }) => contents)).toEqual([
      [{ content: '<p>Free bulbs this week</p>' }],
    ]);
    expect(readAnswer<ImageSearchResult>(tile).intentClarification?.selectedTile?.intentTileId).toBe('small');
    expect(readAnswer<ImageSearchResult>(redirect)).toMatchObject({
      resultStatus: 'redirect',
      documents: null,
      redirect: { url: 'https://shop.example/sale' },
    });
    expect(readAnswer<SuggestionList>(curated).suggestions?.[0]?.text).toBe('light bulbs');
    expect(readAnswer<ImageSearchResult>(redirectedTerm)).toMatchObject({
      resultStatus: 'redirect',
      redirect: { ruleId: 0, campaignName: null, url: 'https://shop.example/returns' },
    });
    expect(readAnswer<ImageSearchResult>(paused).resultStatus).toBe('resultFound');
  });
});

describe('production.md', () => {
  it('sets caching, reads health and metrics, makes a backup and restores it', async () => {
    const [cached, health, backup, restored] = await shop.runGuide('production.md', { [address]: url });
    expect(cached?.out).toMatch(/^cache-control: public, max-age=300\r?$/im);
    expect(health?.out).not.toBe('');
    expect(await readFile(join(shop.folder, 'metrics.txt'), 'utf8')).toContain('kindred_requests_total');
    expect(backup?.out).toContain('backup-');
    expect(restored?.out).toContain('restored');
    expect(await readFile(join(shop.folder, 'restored', 'kindred.sqlite'))).not.toHaveLength(0);
  });
});

describe('languages.md', () => {
  it('imports a second and a third language without computing a vector again', async () => {
    const listVectors = async (): Promise<string[]> =>
      (await readdir(join(shop.folder, 'data', 'pictures'), { recursive: true })).filter((name) =>
        name.endsWith('.vector'),
      );
    const before = await listVectors();
    expect(before.length).toBeGreaterThan(0);
    const [declared] = await shop.runGuide('languages.md', { [address]: url });
    expect(declared?.out.match(/24 products of 24 rows/g)).toHaveLength(2);
    for (const name of ['shop-de', 'shop-fr']) expect(declared?.out).toContain(name);
    expect(await listVectors()).toEqual(before);
  });
});

describe('moving-in.md', () => {
  it('brings keys along and compares with the service that the shop leaves', async () => {
    const [primary, secondary] = [1, 2].map(() => randomBytes(16).toString('hex'));
    const { KEY, SEARCH_BOX, RELATED_BOX } = shop.environment;
    Object.assign(shop.environment, {
      OLD_PRIMARY: primary,
      OLD_SECONDARY: secondary,
      VENDOR_KEY: primary,
      VENDOR_SEARCH_BOX: SEARCH_BOX,
      VENDOR_RELATED_BOX: RELATED_BOX,
    });
    const [brought, compared] = await shop.runGuide('moving-in.md', {
      [address]: url,
      'https://vendor.example': `${url}/v1`,
      // The service of this test is not at the usual port.
      'npx kindred compare': `npx kindred compare --here ${url}`,
    });
    expect(brought?.out).toContain('"suggestions":[');
    expect(brought?.out).toContain(`…${primary?.slice(-4)}`);
    for (const key of [primary, secondary]) expect(brought?.out).not.toContain(key);
    expect(compared?.out).toMatch(
      /^5 requests, 5 equal, 0 different\n\d+ fields of product records, all with/,
    );
    const headers = { 'Ocp-Apim-Subscription-Key': KEY ?? '' };
    const before = await fetch(`${url}/relatedsearches/keywords?btr=${RELATED_BOX}&pattern=lamp`, {
      headers,
    });
    expect(before.status).toBe(401);
  });
});
