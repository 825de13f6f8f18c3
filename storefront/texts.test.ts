// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { findLanguage, formatPrice, pickTexts, textsFor } from './texts.ts';

afterEach(() => {
  document.documentElement.removeAttribute('lang');
  document.body.replaceChildren();
});

describe('textsFor', () => {
  it.each([
    ['de-AT', 'Anzeige'],
    ['DE', 'Anzeige'],
    ['en-GB', 'Ad'],
    ['fr', 'Ad'],
    ['', 'Ad'],
  ])('in the language %j calls an ad %s', (language, ad) => {
    expect(textsFor(language).ad).toBe(ad);
  });
});

describe('pickTexts', () => {
  it('takes the language, and English where it is missing', () => {
    const all = { en: 1, hu: 2 };
    expect([pickTexts(all, 'hu-HU'), pickTexts(all, 'de')]).toEqual([2, 1]);
  });
});

describe('findLanguage', () => {
  it('takes the nearest language: of the element, of what is around it, of the page, of the browser', () => {
    const [outer, inner] = [document.createElement('div'), document.createElement('p')];
    document.body.append(outer);
    outer.append(inner);
    expect(findLanguage(inner)).toBe(navigator.language);
    document.documentElement.lang = 'fr';
    expect(findLanguage(inner)).toBe('fr');
    outer.lang = 'hu';
    expect(findLanguage(inner)).toBe('hu');
    inner.lang = 'de';
    expect(findLanguage(inner)).toBe('de');
  });
});

describe('formatPrice', () => {
  const plain = (text: string): string => text.replace(/\s/g, ' ');

  it.each([
    [1234.5, 'EUR', 'de', '1.234,50 €'],
    [1234.5, 'EUR', 'en', '€1,234.50'],
    [1234, 'JPY', 'en', '¥1,234'],
    [12345, 'HUF', 'hu', '12 345 Ft'],
    [9.99, null, 'de', '9,99'],
    [9.99, 'euro', 'en', '9.99'],
    [9.99, 'EUR', 'not a language', '€9.99'],
    [0, 'USD', 'en-US', '$0.00'],
  ])('writes %d %s in %s as %s', (price, currency, language, expected) => {
    expect(plain(formatPrice(price, currency, language))).toBe(expected);
  });
});
