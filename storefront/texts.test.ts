// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { demoLanguages } from '../src/domain/demo-account.ts';
import { describeCount, facetTexts } from './parts/facet-texts.ts';
import { findLanguage, formatPrice, pickTexts, readOwnTexts, textsFor } from './texts.ts';

afterEach(() => {
  document.documentElement.removeAttribute('lang');
  document.body.replaceChildren();
});

describe('textsFor', () => {
  it.each([
    ['de-AT', 'Anzeige'],
    ['DE', 'Anzeige'],
    ['en-GB', 'Ad'],
    ['hu', 'Hirdetés'],
    ['fr', 'Ad'],
    ['', 'Ad'],
  ])('in the language %j calls an ad %s', (language, ad) => {
    expect(textsFor({ language, ownTexts: {} }).ad).toBe(ad);
  });
});

describe('pickTexts', () => {
  it('takes the language, and English where it is missing', () => {
    const all = { en: { text: 1 }, hu: { text: 2 } };
    const pick = (language: string) => pickTexts(all, { language, ownTexts: {} });
    expect([pick('hu-HU'), pick('de')]).toEqual([{ text: 2 }, { text: 1 }]);
  });

  it('has every language of the demo', () => {
    const known = demoLanguages.map((language) => pickTexts(facetTexts, { language, ownTexts: {} }).clear);
    expect(new Set(known).size).toBe(demoLanguages.length);
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
    inner.lang = 'not a language';
    expect(findLanguage(inner)).toBe('en');
  });
});

describe('the texts of a page', () => {
  const readOwn = (json: string) => {
    const element = document.createElement('p');
    element.setAttribute('texts', json);
    return readOwnTexts(element);
  };

  it('replace those of the language, one by one', () => {
    const ownTexts = readOwn('{"ad":"Annonce"}');
    expect(textsFor({ language: 'fr', ownTexts })).toEqual({ ad: 'Annonce', promoted: 'Featured' });
  });

  it.each(['', 'Annonce', 'null', '[]', '3'])('are none where they are %j', (json) => {
    expect(textsFor({ language: 'de', ownTexts: readOwn(json) }).ad).toBe('Anzeige');
  });

  it('count in the plural forms of their language', () => {
    const ownTexts = readOwn('{"one":"{count} produkt","few":"{count} produkty","other":"{count} produktů"}');
    const texts = pickTexts(facetTexts, { language: 'cs', ownTexts });
    const counts = [0, 1, 3, 5].map((count) => describeCount(count, texts, 'cs'));
    expect(counts).toEqual(['Nothing matches', '1 produkt', '3 produkty', '5 produktů']);
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
    [0, 'USD', 'en-US', '$0.00'],
  ])('writes %d %s in %s as %s', (price, currency, language, expected) => {
    expect(plain(formatPrice(price, currency, language))).toBe(expected);
  });
});
