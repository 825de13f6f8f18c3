import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodePicture } from '../src/embedder/pictures/decode.ts';
import { listCampaignStops } from './campaigns.ts';
import { pickFirst } from './create-demo.ts';
import { demoDeclaration } from './declaration.ts';
import { drawProduct } from './drawing/draw-product.ts';
import { silhouettes } from './drawing/silhouettes.ts';
import { demoKeywords } from './keywords.ts';
import { demoProducts, wholeAssortment } from './products.ts';
import { groupFamilies } from './shop/catalogue.ts';
import { demoFeedFiles, writeDemoFeed } from './write-feed.ts';

describe('the demo catalogue', () => {
  const products = demoProducts();

  it('has about 300 products in at least 8 categories of two levels', () => {
    expect(products.length).toBeGreaterThanOrEqual(290);
    expect(products.length).toBeLessThanOrEqual(320);
    const categories = new Set(products.map(({ category }) => category));
    expect(categories.size).toBeGreaterThanOrEqual(8);
    for (const category of categories) expect(category.split('/')).toHaveLength(2);
  });

  it('has unique identifiers, addresses, pictures and names', () => {
    for (const key of ['identifier', 'url', 'imageUrl', 'displayText'] as const) {
      expect(new Set(products.map((product) => product[key])).size, key).toBe(products.length);
    }
  });

  it('uses every silhouette', () => {
    const drawn = new Set(products.map(({ drawing }) => `${drawing.kind} ${drawing.silhouette}`));
    expect(drawn.size).toBe(Object.values(silhouettes).flat().length);
  });

  it('has products with and without variants, and a few that are sold out', () => {
    const groups = Map.groupBy(products, ({ groupId }) => groupId);
    expect(groups.get(null)?.length).toBeGreaterThan(20);
    for (const [groupId, group] of groups) {
      if (groupId === null) continue;
      expect(group.length).toBeGreaterThan(1);
      expect(new Set(group.map(({ colour }) => colour)).size).toBe(group.length);
    }
    const soldOut = products.filter(({ available }) => !available);
    expect(soldOut.length).toBeGreaterThan(0);
    expect(soldOut.length).toBeLessThan(products.length / 10);
  });

  it('is the same on every call, including drawings, and no two drawings are equal', () => {
    expect(demoProducts()).toEqual(products);
    const drawings = products.map(drawProduct);
    expect(demoProducts().map(drawProduct)).toEqual(drawings);
    expect(new Set(drawings).size).toBe(products.length);
  });
});

describe('the whole assortment', () => {
  const whole = wholeAssortment();

  it('has 42 products in each category, the first ones those of the sample', () => {
    for (const [category, products] of Map.groupBy(whole, (product) => product.category)) {
      expect([category, groupFamilies(products).length]).toEqual([category, 42]);
      const sample = demoProducts().filter((product) => product.category === category);
      expect(products.slice(0, sample.length)).toEqual(sample);
    }
  });

  it('starts with each product in one colour, and with all that campaigns are shown at', () => {
    const first = pickFirst(demoProducts());
    expect(groupFamilies(first)).toHaveLength(groupFamilies(demoProducts()).length);
    expect(first.length).toBeLessThan(170);
    const identifiers = first.map(({ identifier }) => identifier);
    for (const { identifier } of listCampaignStops(demoProducts())) expect(identifiers).toContain(identifier);
  });

  it.each(['en', 'de', 'hu'] as const)('has unique identifiers, names and drawings in %s', (language) => {
    const products = wholeAssortment(language);
    for (const key of ['identifier', 'imageUrl', 'displayText'] as const)
      expect(new Set(products.map((product) => product[key])).size, key).toBe(products.length);
    expect(new Set(products.map(drawProduct)).size).toBe(products.length);
  });
});

describe('the demo feed', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-demo-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is written with a readable picture for each product and reports progress', async () => {
    const some = demoProducts().filter((_, index) => index % 50 === 0);
    const progress: number[] = [];
    await writeDemoFeed(folder, { products: some, onProgress: (done) => progress.push(done) });
    expect(progress).toEqual(some.map((_, index) => index + 1));
    const { feed, images } = demoFeedFiles(folder);
    const rows = (await readFile(feed, 'utf8')).trimEnd().split('\n');
    expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual(
      some.map(({ drawing: _, features: __, ...row }) => row),
    );
    for (const { imageUrl } of some) {
      const decoded = await decodePicture(await readFile(join(images, imageUrl)), 224);
      expect(decoded).toMatchObject({ ok: true });
    }
  });
});

describe('the demo declaration', () => {
  it('names fields that the feed has', () => {
    const [product] = demoProducts();
    const { datasets } = demoDeclaration({ folder: 'demo' });
    const names = datasets
      .flatMap((dataset) => ('fields' in dataset ? dataset.fields : []))
      .map(({ name }) => name);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(product).toHaveProperty(name);
  });
});

describe('the demo keywords', () => {
  it('are 150 to 300 different keywords with counts, each made of words of one product', () => {
    const keywords = demoKeywords();
    expect(keywords.length).toBeGreaterThanOrEqual(150);
    expect(keywords.length).toBeLessThanOrEqual(300);
    expect(new Set(keywords.map(({ keyword }) => keyword)).size).toBe(keywords.length);
    const texts = demoProducts().map((product) =>
      [product.displayText, product.category, product.description].join(' ').toLowerCase(),
    );
    for (const { keyword, count } of keywords) {
      expect(count).toBeGreaterThan(0);
      const words = keyword.split(' ');
      expect(
        texts.some((text) => words.every((word) => text.includes(word))),
        keyword,
      ).toBe(true);
    }
  });
});
