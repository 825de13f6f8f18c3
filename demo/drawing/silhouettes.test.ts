import { describe, expect, it } from 'vitest';
import { assortment, brands, saleColours } from '../assortment.ts';
import { drawProduct } from './draw-product.ts';
import { demoKeywords } from '../keywords.ts';
import { demoProducts } from '../products.ts';
import { finishes } from './materials.ts';
import { palette, shiftBrightness } from './palette.ts';
import { area, ellipse, line, mirror, type Part, rectangle, stitch, symmetricOutline } from './part.ts';
import { patternTile } from './patterns.ts';
import { type DemoProduct, type Kind, type Material, patterns } from './product.ts';
import { silhouettes } from './silhouettes.ts';
import { en } from '../words/en.ts';

const kinds = Object.keys(silhouettes) as Kind[];
const drawn = kinds.flatMap((kind) =>
  silhouettes[kind].map((silhouette, index) => ({ kind, index, silhouette })),
);

/** All numbers of a path; arcs have flags among them, which are 0 or 1. */
const numbersOf = (path: string): number[] => (path.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);

describe('silhouettes', () => {
  it('exist for every kind of the assortment, one for each name', () => {
    expect(Object.keys(assortment).sort()).toEqual([...kinds].sort());
    const products = demoProducts();
    for (const kind of kinds) {
      const own = products.filter(({ drawing }) => drawing.kind === kind);
      const names = new Set(own.map((product) => en.composeSearches(product)[0]));
      expect(names.size, kind).toBe(silhouettes[kind].length);
    }
  });

  it.each(kinds)('of %s have names of their own', (kind) => {
    const names = silhouettes[kind].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(3);
  });

  it.each(drawn)('$kind $index has a body, stays on the sheet and stands on its ground', ({ silhouette }) => {
    const { parts, ground } = silhouette;
    expect(parts.some(({ substance }) => substance === 'body')).toBe(true);
    for (const { path } of parts) {
      expect(path).toMatch(/^M/);
      for (const number of numbersOf(path)) {
        expect(number).toBeGreaterThanOrEqual(-20);
        expect(number).toBeLessThanOrEqual(340);
      }
    }
    expect(ground.x).toBeGreaterThan(60);
    expect(ground.x).toBeLessThan(260);
    expect(ground.y).toBeGreaterThan(160);
    expect(ground.y).toBeLessThanOrEqual(320);
    expect(ground.reach).toBeGreaterThan(20);
  });

  it.each(drawn)('$kind $index has areas that are closed, and lines that have a width', ({ silhouette }) => {
    for (const part of silhouette.parts) {
      if (part.kind === 'area') expect(part.path.trimEnd()).toMatch(/z$/i);
      else expect(part.width).toBeGreaterThan(0);
    }
  });
});

describe('parts', () => {
  it('are areas, lines or stitches', () => {
    expect(area('body', 'M0 0Z')).toMatchObject({ kind: 'area', substance: 'body', mirrored: false });
    expect(line('dark', 3, 'M0 0L1 1')).toMatchObject({ kind: 'line', width: 3, stitched: false });
    expect(stitch('M0 0L1 1')).toMatchObject({ kind: 'line', stitched: true, substance: 'tint' });
    expect(stitch('M0 0L1 1', 'pale').substance).toBe('pale');
    expect(mirror(area('body', 'M0 0Z')).mirrored).toBe(true);
  });

  it('draw an ellipse around its middle', () => {
    expect(ellipse(100, 50, 20, 10)).toBe('M80 50A20 10 0 1 0 120 50A20 10 0 1 0 80 50Z');
  });

  it('draw a rectangle with and without rounded corners, inside its bounds', () => {
    const plain = numbersOf(rectangle(10, 20, 30, 40));
    expect([Math.min(...plain), Math.max(...plain)]).toEqual([10, 60]);
    for (const r of [0, 5, 15])
      for (const number of numbersOf(rectangle(10, 20, 30, 40, r))) {
        expect(number).toBeGreaterThanOrEqual(10);
        expect(number).toBeLessThanOrEqual(60);
      }
  });

  it('make the left half of an outline from its right half', () => {
    expect(symmetricOutline([200, 10], [220, 100])).toBe('M200 10L220 100L100 100L120 10Z');
    const curved = symmetricOutline([200, 10], [210, 20, 230, 60, 220, 100]);
    expect(curved).toBe('M200 10C210 20 230 60 220 100L100 100C90 60 110 20 120 10Z');
    const points = numbersOf(symmetricOutline([180, 0], [200, 50], [190, 90]));
    const xs = points.filter((_, at) => at % 2 === 0);
    expect(xs.reduce((sum, x) => sum + (x - 160), 0)).toBe(0);
  });
});

describe('the palette', () => {
  it('has a colour and a contrast that differ, for every colour that is sold', () => {
    for (const [name, { hex, contrast }] of Object.entries(palette)) {
      expect(hex).toMatch(/^#[0-9a-f]{6}$/);
      expect(contrast).toMatch(/^#[0-9a-f]{6}$/);
      expect(contrast).not.toBe(hex);
      expect(saleColours).toContain(name);
    }
    expect(new Set(saleColours).size).toBe(saleColours.length);
  });

  it.each([
    ['#808080', 0, '#808080'],
    ['#808080', -1, '#000000'],
    ['#808080', 1, '#ffffff'],
    ['#ff0000', -0.5, '#800000'],
    ['#000000', 0.5, '#808080'],
    ['#0a0b0c', 0, '#0a0b0c'],
  ])('%s shifted by %d is %s', (hex, amount, expected) => {
    expect(shiftBrightness(hex, amount)).toBe(expected);
  });
});

describe('patterns and materials', () => {
  it('a plain product has no tile, every other pattern has one in its colour', () => {
    for (const pattern of patterns) {
      const tile = patternTile(pattern, '#123456');
      if (pattern === 'plain') expect(tile).toBeNull();
      else {
        expect(tile).toContain('id="pattern"');
        expect(tile).toContain('#123456');
      }
    }
  });

  it('materials have strengths from 0 to 1', () => {
    for (const { gloss, depth, texture } of Object.values(finishes)) {
      for (const strength of [gloss, depth]) {
        expect(strength).toBeGreaterThanOrEqual(0);
        expect(strength).toBeLessThanOrEqual(1);
      }
      if (texture !== null) expect(texture).toContain('id="texture"');
    }
  });

  it.each(kinds)('%s are made of materials and patterns that can be drawn, at prices that rise', (kind) => {
    const { materials, patterns: own, price, genders, rooms } = assortment[kind];
    for (const material of materials) expect(finishes).toHaveProperty(material);
    for (const pattern of own) expect(patterns).toContain(pattern);
    expect(price.to).toBeGreaterThan(price.from);
    expect(en.categories[kind]).toMatch(/^[^/]+\/[^/]+$/);
    // Something is worn or stands in a room, never both.
    expect(genders.every((gender) => gender === null)).toBe(rooms.some((room) => room !== null));
  });
});

describe('drawProduct', () => {
  const [first] = demoProducts();
  if (first === undefined) throw new Error('The demo shop has products.');
  type Changes = Partial<DemoProduct['features']> & { readonly drawing?: DemoProduct['drawing'] };
  const draw = ({ drawing: changed = first.drawing, ...features }: Changes) =>
    drawProduct({ ...first, drawing: changed, features: { ...first.features, ...features } });
  const drawing = (kind: Kind, silhouette = 0) => ({ kind, silhouette, width: 1, height: 1 });

  it.each(drawn)('draws $kind $index as whole SVG without scripts or links', ({ kind, index }) => {
    const svg = draw({ drawing: drawing(kind, index) });
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg).toMatch(/<\/svg>$/);
    expect(svg.match(/<g[ >]/g)?.length).toBe(svg.match(/<\/g>/g)?.length);
    expect(svg).not.toMatch(/<script|href|NaN|undefined/);
  });

  it('draws a mirrored part twice', () => {
    const count = (parts: readonly Part[]) => parts.filter(({ mirrored }) => mirrored).length;
    const { kind, index, silhouette } = drawn.find((each) => count(each.silhouette.parts) > 0) ??
      drawn[0] ?? { kind: 'mug', index: 0, silhouette: { parts: [] } };
    const svg = draw({ drawing: drawing(kind, index), material: 'leather' });
    expect(svg.match(/scale\(-1 1\)/g)).toHaveLength(count(silhouette.parts));
  });

  it('lays the pattern over the body only when there is one', () => {
    expect(draw({ pattern: 'plain' })).not.toContain('url(#pattern)');
    expect(draw({ pattern: 'dots' })).toContain('url(#pattern)');
  });

  it('sews seams of materials that are sewn, and no others', () => {
    const shirt = drawing('t-shirt');
    const isSewn = (material: Material) => draw({ drawing: shirt, material }).includes('stroke-dasharray');
    expect(isSewn('cotton')).toBe(true);
    expect(isSewn('knit')).toBe(false);
  });

  it('refuses a silhouette that does not exist', () => {
    expect(() => draw({ drawing: drawing('mug', 99) })).toThrow(/no such silhouette/);
  });

  it('differs by colour, pattern, material and size', () => {
    const variants = [
      {},
      { colour: first.colour === 'navy' ? 'red' : 'navy' } as const,
      { pattern: first.pattern === 'dots' ? 'checks' : 'dots' } as const,
      { material: first.material === 'glass' ? 'metal' : 'glass' } as const,
      { drawing: { ...first.drawing, width: 0.5 } },
    ];
    expect(new Set(variants.map(draw)).size).toBe(variants.length);
  });
});

describe('products of the demo shop', () => {
  const products = demoProducts();

  it.each(kinds)('%s are named by brand, colour, material and kind', (kind) => {
    const own = products.filter(({ drawing }) => drawing.kind === kind);
    expect(own.length).toBeGreaterThanOrEqual(18);
    for (const product of own) {
      const { displayText, brand, colour, material, category, price, currency } = product;
      expect(brands).toContain(brand);
      const [name = ''] = en.composeSearches(product);
      expect(displayText.startsWith(`${brand} `)).toBe(true);
      expect(displayText.toLowerCase().endsWith(` ${name}`)).toBe(true);
      for (const word of [colour, material]) expect(displayText.toLowerCase()).toContain(word);
      expect(category).toBe(en.categories[kind]);
      expect(price).toBeGreaterThan(assortment[kind].price.from - 1);
      expect(price).toBeLessThanOrEqual(assortment[kind].price.to);
      expect(currency).toBe('EUR');
    }
  });

  it('of one group differ in colour only', () => {
    for (const group of Map.groupBy(products, ({ groupId }) => groupId)) {
      const [groupId, variants] = group;
      if (groupId === null) continue;
      expect(variants.length).toBeGreaterThan(1);
      expect(new Set(variants.map(({ colour }) => colour)).size).toBe(variants.length);
      const shared = variants.map(({ brand, material, pattern, price, category }) =>
        JSON.stringify([brand, material, pattern, price, category]),
      );
      expect(new Set(shared).size).toBe(1);
    }
  });

  it('have a page and a picture by their identifier', () => {
    for (const { identifier, url, imageUrl } of products) {
      expect(url).toBe(`https://demo.example/products/${identifier.toLowerCase()}`);
      expect(imageUrl).toBe(`${identifier.toLowerCase()}.png`);
    }
  });
});

describe('keywords of the demo shop', () => {
  const keywords = demoKeywords();

  it('are in the order of their counts, roughly as 1/n', () => {
    const counts = keywords.map(({ count }) => count);
    const first = counts[0] ?? 0;
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
    expect(counts[9]).toBeLessThan(first / 4);
    expect(counts[99]).toBeLessThan(first / 20);
  });

  it('are lower case, different, and the same on every call', () => {
    expect(
      keywords.every(({ keyword }) => keyword === keyword.toLowerCase() && keyword.trim() === keyword),
    ).toBe(true);
    expect(new Set(keywords.map(({ keyword }) => keyword)).size).toBe(keywords.length);
    expect(demoKeywords()).toEqual(keywords);
  });
});
