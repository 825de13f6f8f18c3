// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createElement, safeUrl } from '../dom.ts';
import { pickTexts } from '../texts.ts';
import { createBanners } from './banners.ts';
import { createTurnButtons } from './carousel.ts';
import { createGuidedChoice } from './guided-choice.ts';
import type { PartContext } from './part.ts';
import { fillTemplate } from './template.ts';
import { explainSilence, type Silence } from './verbose.ts';

const contextIn = (language: string): PartContext => ({
  create: createElement,
  safeUrl,
  pick: (all) => pickTexts(all, { language, ownTexts: {} }),
  language,
});
const context = contextIn('en');

beforeEach(() => document.body.replaceChildren());

describe('banners', () => {
  const banner = (position: string | null, ...contents: (string | null)[]) => ({
    position,
    contents: contents.map((content) => ({ content })),
  });
  const textsAt = (place: 'top' | 'underFacets' | 'bottom', banners: ReturnType<typeof banner>[]) =>
    createBanners(banners, place, context).map(({ textContent }) => textContent);

  it.each([
    ['resultPageTop', 'top'],
    ['resultsAndControlsTop', 'top'],
    ['filterTop', 'top'],
    ['filterBottom', 'underFacets'],
    ['betweenResultsAndControlsTop', 'underFacets'],
    ['betweenResultsAndControlsBottom', 'bottom'],
    ['resultsAndControlsBottom', 'bottom'],
    ['resultPageBottom', 'bottom'],
    ['a position of tomorrow', 'top'],
    [null, 'top'],
  ] as const)('at %s stand %s', (position, expected) => {
    for (const place of ['top', 'underFacets', 'bottom'] as const)
      expect(textsAt(place, [banner(position, 'x')])).toEqual(place === expected ? ['x'] : []);
  });

  it('stand in the order of their positions, then of the answer', () => {
    const all = [banner('filterTop', 'c', 'd'), banner('resultPageTop', 'a'), banner('resultPageTop', 'b')];
    expect(textsAt('top', all)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('skip empty contents', () => {
    const all = [banner('resultPageTop', null, '', 'a'), { position: 'resultPageTop', contents: null }];
    expect(createBanners(all, 'top', context).map(({ textContent }) => textContent)).toEqual(['a']);
  });

  it('lose a picture that does not load, and go when nothing else is in them', () => {
    const image = '<img src="https://shop.example/gone.png" alt="Sale">';
    const parent = document.createElement('div');
    const all = [banner('resultPageTop', image, `${image}<p>Two for one</p>`, `${image}${image}`)];
    parent.append(...createBanners(all, 'top', context));
    for (const each of [...parent.children]) each.querySelector('img')?.dispatchEvent(new Event('error'));
    expect([...parent.children].map(({ textContent }) => textContent)).toEqual(['Two for one', '']);
    expect(parent.querySelectorAll('img')).toHaveLength(1);
  });

  it('carry their position for styling', () => {
    const [first] = createBanners([banner('filterTop', '<p>x</p>')], 'top', context);
    expect([first?.getAttribute('part'), first?.dataset['position']]).toEqual([
      'banner filterTop',
      'filterTop',
    ]);
  });
});

describe('a guided choice', () => {
  const tiles = [
    { intentTileId: 'red', intentTileText: 'Red', tile: 'https://shop.example/red.png' },
    { intentTileId: 'blue', intentTileText: 'Blue', tile: '<b>B</b>' },
    { intentTileId: 'any', intentTileText: 'Any', tile: null },
    { intentTileId: null, intentTileText: 'Nobody can choose this', tile: null },
  ];
  const question = { clarifyingQuestion: 'Which colour?', intentTiles: tiles };

  it('shows the question with its tiles, as pictures, snippets or words', () => {
    const group = createGuidedChoice(question, context, () => undefined);
    expect(group?.querySelector('legend')?.textContent).toBe('Which colour?');
    const buttons = [...(group?.querySelectorAll('button') ?? [])];
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Red', 'BBlue', 'Any']);
    expect(buttons[0]?.querySelector('img')?.getAttribute('src')).toBe('https://shop.example/red.png');
    expect(buttons.map((button) => button.getAttribute('aria-pressed'))).toEqual(['false', 'false', 'false']);
  });

  it('reports the tile that was chosen, and null when it is chosen again', () => {
    const choose = vi.fn();
    createGuidedChoice(question, context, choose)?.querySelectorAll('button')[1]?.click();
    const chosen = createGuidedChoice({ ...question, selectedTile: tiles[1] ?? null }, context, choose);
    const pressed = chosen?.querySelectorAll('button')[1];
    expect(pressed?.getAttribute('aria-pressed')).toBe('true');
    pressed?.click();
    expect(choose.mock.calls).toEqual([['blue'], [null]]);
  });

  it.each([null, [], [{ intentTileId: null }]])('is left out without tiles: %j', (intentTiles) => {
    expect(createGuidedChoice({ ...question, intentTiles }, context, () => undefined)).toBeNull();
  });
});

describe('the buttons of a carousel', () => {
  const scroll = vi.fn();
  const createScroller = (scrollLeft: number, direction = 'ltr') => {
    const list = document.createElement('ul');
    list.style.direction = direction;
    Object.defineProperties(list, {
      scrollLeft: { value: scrollLeft },
      scrollWidth: { value: 1000 },
      clientWidth: { value: 300 },
      scrollBy: { value: scroll },
    });
    const buttons = createTurnButtons(list, context);
    const parent = document.createElement('div');
    document.body.append(parent);
    parent.append(list, buttons);
    list.dispatchEvent(new Event('scroll'));
    const [previous, next] = buttons.querySelectorAll('button');
    return { parent, previous, next };
  };
  beforeEach(() => scroll.mockReset());

  it.each([
    [0, 'true', 'false'],
    [350, 'false', 'false'],
    [700, 'false', 'true'],
    [-350, 'false', 'false'],
    [-700, 'false', 'true'],
  ])('at %d, previous is disabled: %s, next: %s', (scrollLeft, isFirst, isLast) => {
    const { parent, previous, next } = createScroller(scrollLeft);
    expect(parent.classList).toContain('scrolls');
    expect(previous?.getAttribute('aria-disabled')).toBe(isFirst);
    expect(next?.getAttribute('aria-disabled')).toBe(isLast);
  });

  it.each([
    ['ltr', 270],
    ['rtl', -270],
  ])('turn most of a page forward, %s', (direction, left) => {
    createScroller(0, direction).next?.click();
    expect(scroll.mock.calls[0]?.[0]).toMatchObject({ left });
  });

  it('have names in the language of the page', () => {
    const names = ['en', 'de'].map((language) =>
      [...createTurnButtons(document.createElement('ul'), contextIn(language)).children].map((button) =>
        button.getAttribute('aria-label'),
      ),
    );
    expect(names).toEqual([
      ['Previous', 'Next'],
      ['Zurück', 'Weiter'],
    ]);
  });
});

describe('a template of the page', () => {
  const fill = (html: string, fields: Record<string, string>): string => {
    const template = document.createElement('template');
    template.innerHTML = html;
    const holder = document.createElement('div');
    holder.append(fillTemplate(template, fields));
    return holder.innerHTML;
  };

  it('takes texts, pictures and links', () => {
    const html =
      '<a data-kindred="url"><img data-kindred="imageUrl" alt=""><b data-kindred="displayText"></b></a>';
    const fields = { url: 'https://a.example/', imageUrl: 'https://a.example/x.png', displayText: 'A <i>' };
    const filled = fill(html, fields);
    expect(filled).toContain('href="https://a.example/"');
    expect(filled).toContain('src="https://a.example/x.png"');
    expect(filled).toContain('A &lt;i&gt;');
  });

  it('leaves out what has no value, and takes any field of the record', () => {
    const html = '<i data-kindred="brand">Brand</i><u data-kindred="price">Price</u><s>Fixed</s>';
    expect(fill(html, { brand: 'Acme', price: '' })).toBe('<i data-kindred="brand">Acme</i><s>Fixed</s>');
  });

  it('stays as it is', () => {
    const template = document.createElement('template');
    template.innerHTML = '<b data-kindred="name">Name</b>';
    fillTemplate(template, { name: 'x' });
    expect(template.innerHTML).toBe('<b data-kindred="name">Name</b>');
  });
});

describe('what a developer reads', () => {
  const failure = (
    reason: 'refused' | 'timeout' | 'unavailable' | 'unreadable',
    status: number | null,
  ): Silence => ({
    kind: 'failure',
    reason,
    status,
    message: 'It failed.',
  });

  it.each<[Silence, RegExp]>([
    [{ kind: 'attributes', missing: ['tracker', 'pattern'] }, /without `tracker` and `pattern`\.$/],
    [failure('refused', 401), /It failed\. If the key is right.*add .* to the origins of the key/],
    [failure('refused', 400), /It failed\. Compare `tracker`, `key`/],
    [failure('timeout', null), /`timeout`/],
    [failure('unavailable', 503), /overloaded/],
    [failure('unreadable', 200), /answered instead of it/],
    [{ kind: 'empty', subject: 'B1' }, /nothing for "B1"/],
    [{ kind: 'redirect', url: 'https://a.example/' }, /leads to https:\/\/a\.example\//],
    [{ kind: 'part', name: 'facets' }, /"facets" could not be loaded/],
  ])('%j', (silence, expected) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    explainSilence(document.createElement('kindred-look-alikes'), silence);
    expect(warn.mock.calls[0]?.[0]).toMatch(/^<kindred-look-alikes>: /);
    expect(warn.mock.calls[0]?.[0]).toMatch(expected);
    warn.mockRestore();
  });
});
