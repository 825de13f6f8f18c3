import { describe, expect, it } from 'vitest';
import { choosePageLanguage, languageCookie } from './routes.ts';

const choose = (search: string, cookie?: string, acceptLanguage?: string) =>
  choosePageLanguage({ query: new URLSearchParams(search), cookie, acceptLanguage });

describe('the language of a page', () => {
  it.each<[string, string, string | undefined, string | undefined, 'en' | 'de']>([
    ['nothing is known', '', undefined, undefined, 'en'],
    ['the browser prefers German', '', undefined, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['the browser prefers a third language', '', undefined, 'fr, de;q=0.8, en;q=0.5', 'de'],
    ['the order is against the weights', '', undefined, 'de;q=0.3, en;q=0.9', 'en'],
    ['German is refused', '', undefined, 'de;q=0, fr', 'en'],
    ['the header cannot be read', '', undefined, ';;,q=,', 'en'],
    ['a cookie says so', '', 'other=1; kindred_language=de', 'en', 'de'],
    ['the cookie is damaged', '', 'kindred_language', 'de', 'de'],
    ['the cookie names an unknown language', '', 'kindred_language=xx', 'de', 'de'],
    ['the address says so', 'lang=en', 'kindred_language=de', 'de', 'en'],
    ['the address names an unknown language', 'lang=hu', 'kindred_language=de', 'en', 'de'],
  ])('is chosen when %s', (_case, search, cookie, accepted, expected) => {
    expect(choose(search, cookie, accepted)).toBe(expected);
  });

  it('is kept for a year once it was chosen, and never on behalf of the visitor', () => {
    expect(languageCookie(new URLSearchParams('lang=de'))).toBe(
      'kindred_language=de; Path=/; Max-Age=31536000; SameSite=Lax',
    );
    expect(languageCookie(new URLSearchParams('lang=xx'))).toBeNull();
    expect(languageCookie(new URLSearchParams(''))).toBeNull();
  });
});
