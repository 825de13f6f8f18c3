import { describe, expect, it } from 'vitest';
import { demoProducts } from '../products.ts';
import { categoryPath } from './addresses.ts';
import { createShopCatalogue, groupFamilies } from './catalogue.ts';
import { html, nothing } from './html.ts';

const products = demoProducts();
const catalogue = createShopCatalogue(products);

describe('the catalogue of the demo shop', () => {
  it('has every product in exactly one category and one department, each with an address of its own', () => {
    for (const level of [catalogue.categories, catalogue.departments])
      expect(level.flatMap((category) => category.products)).toHaveLength(products.length);
    const paths = [...catalogue.categories, ...catalogue.departments].map(({ path }) => categoryPath(path));
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) expect(path).toMatch(/^\/categories\/[a-z0-9-]+$/);
  });

  it('offers one available product of each category on the first page', () => {
    expect(catalogue.sample).toHaveLength(catalogue.categories.length);
    expect(catalogue.sample.every(({ available }) => available)).toBe(true);
  });

  it('finds products by identifier, whatever the case', () => {
    expect(catalogue.find('tr-101')?.identifier).toBe('TR-101');
    expect(catalogue.find('nothing')).toBeNull();
  });

  it('knows the colours of a product', () => {
    const grouped = products.find(({ groupId }) => groupId !== null);
    const single = products.find(({ groupId }) => groupId === null);
    if (!grouped || !single) throw new Error('the demo has products with and without variants');
    expect(catalogue.variants(grouped).length).toBeGreaterThan(1);
    expect(catalogue.variants(grouped)).toContain(grouped);
    expect(catalogue.variants(single)).toEqual([single]);
  });

  it('makes one family of all colours, and loses nothing', () => {
    const families = groupFamilies(products);
    expect(families.flat()).toHaveLength(products.length);
    expect(families.length).toBeLessThan(products.length);
    for (const family of families) expect(new Set(family.map(({ groupId }) => groupId)).size).toBe(1);
  });

  it.each([
    ['trainers', ({ category }: { category: string }) => category === 'Shoes/Trainers'],
    ['TRAINER', ({ category }: { category: string }) => category === 'Shoes/Trainers'],
  ])('finds products that carry the words of "%s"', (words, isExpected) => {
    const found = catalogue.search(words);
    expect(found.length).toBeGreaterThan(5);
    expect(found.every(isExpected)).toBe(true);
  });

  it('needs all words, and finds nothing for none', () => {
    const red = catalogue.search('red trainers');
    expect(red.length).toBeGreaterThan(0);
    expect(red.every(({ colour }) => colour === 'red')).toBe(true);
    expect(catalogue.search('trainers spaceship')).toEqual([]);
    expect(catalogue.search('  ')).toEqual([]);
  });
});

describe('the template', () => {
  it('escapes texts and keeps HTML, alone and in lists', () => {
    const inner = [html`<b>${'<i>'}</b>`, html`&amp;`, nothing];
    expect(html`<p title="${'"\''}">${inner}${7}</p>`.html).toBe(
      '<p title="&quot;&#39;"><b>&lt;i&gt;</b>&amp;7</p>',
    );
  });
});
