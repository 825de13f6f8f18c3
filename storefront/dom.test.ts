// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { createElement, createStyleSheet, safeUrl } from './dom.ts';

describe('safeUrl', () => {
  const base = 'https://shop.example/list/';

  it.each([
    ['https://shop.example/a', 'https://shop.example/a'],
    ['http://shop.example/a', 'http://shop.example/a'],
    ['/a?b=1', 'https://shop.example/a?b=1'],
    ['a', 'https://shop.example/list/a'],
    ['//other.example/a', 'https://other.example/a'],
  ])('takes %s as %s', (value, expected) => {
    expect(safeUrl(value, base)).toBe(expected);
  });

  it.each([
    ['javascript:alert(1)'],
    [' JavaScript:alert(1)'],
    ['java\nscript:alert(1)'],
    ['data:text/html,<b>'],
    ['vbscript:x'],
    ['file:///etc/passwd'],
    ['https://'],
    [null],
    [7],
    [{ href: 'https://shop.example' }],
  ])('refuses %j', (value) => {
    expect(safeUrl(value, base)).toBeNull();
  });
});

describe('createElement', () => {
  it('gives an element its part, class, attributes and children', () => {
    const element = createElement('p', 'name', ['A ', createElement('b', 'strong', ['b'])], { id: 'x' });
    expect(element.outerHTML).toBe(
      '<p part="name" class="name" id="x">A <b part="strong" class="strong">b</b></p>',
    );
  });

  it('takes another class than the part, and inserts text as text', () => {
    const element = createElement('span', 'a', ['<img src=x onerror=alert(1)>'], { class: 'b' });
    expect(element.outerHTML).toContain('part="a" class="b"');
    expect(element.childElementCount).toBe(0);
  });
});

describe('createStyleSheet', () => {
  it('holds the rules it was given', () => {
    const rules = [...createStyleSheet('p { color: red; } a { color: blue; }').cssRules];
    expect(rules.map(({ cssText }) => cssText.slice(0, 3))).toEqual(['p {', 'a {']);
  });
});
