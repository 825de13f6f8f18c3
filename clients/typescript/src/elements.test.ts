import { describe, expect, it } from 'vitest';
import { css as elementCss } from '../../../storefront/styles.ts';
import type { ImageSearchResult, SuggestionList } from './client.ts';
import { css } from './element-styles.ts';
import { renderLookAlikes, renderRelatedKeywords } from './elements.ts';

const product = (identifier: string, more: object = {}) => ({
  score: 1,
  document: {
    identifier,
    displayText: `Product ${identifier}`,
    url: `https://shop.example/${identifier}`,
    ...more,
  },
});

/** Only what is rendered; an answer has more. */
const answerOf = <Body>(body: object) => ({ body: body as Body, requestId: 'r-1', version: 'v-1' });
const alike = (body: object, attributes = {}) =>
  renderLookAlikes({ attributes, answer: answerOf<ImageSearchResult>(body) });
const words = (body: object, attributes = {}) =>
  renderRelatedKeywords({ attributes, answer: answerOf<SuggestionList>(body) });
const count = (text: string, part: string): number => text.split(part).length - 1;

describe('the styles of a rendered element', () => {
  it('are those of the element itself', () => {
    expect(css).toBe(elementCss);
    expect(alike({ documents: [] })).toContain(css);
  });
});

describe('a rendered list of look-alikes', () => {
  it('is an element with a declarative shadow root', () => {
    const html = alike(
      { documents: [product('a')] },
      { tracker: 't', limit: 4, facets: true, explain: false },
    );
    expect(html).toMatch(
      /^<kindred-look-alikes tracker="t" limit="4" facets="" state="ready"><template shadowrootmode="open">/,
    );
    expect(html).toMatch(/<\/template><\/kindred-look-alikes>$/);
    expect(html).not.toContain('explain=""');
  });

  it('holds links with pictures, names and prices in the language of the page', () => {
    const more = { price: 5, currency: 'EUR', imageUrl: ['https://k.example/a.png'] };
    const html = alike({ documents: [product('a', more)] }, { lang: 'de' }).replace(/\u00a0/g, ' ');
    expect(html).toContain('<a part="link" class="link" href="https://shop.example/a">');
    expect(html).toContain('src="https://k.example/a.png" alt=""');
    expect(html).toContain('<span part="name" class="name">Product a</span>');
    expect(html).toContain('<span part="price" class="price">5,00 €</span>');
  });

  it.each<[string, object, string, Record<string, string>?]>([
    ['a price without currency', { price: 5 }, '>5</span>'],
    ['the currency of the page', { price: 5 }, '>€5.00</span>', { currency: 'EUR' }],
    ['a product without name', { displayText: null }, '>a</span>'],
    ['the brand of a name', { brand: 'Product' }, '<span part="brand" class="brand">Product</span> a</span>'],
    ['a product without picture', { imageUrl: null }, 'class="picture missing"'],
    ['a product without address', { url: null }, '<button part="link"'],
    ['a script as address', { url: 'javascript:alert(1)' }, '<button part="link"'],
    ['a script as picture', { imageUrl: 'javascript:alert(1)' }, 'class="picture missing"'],
    ['HTML in a name', { displayText: '<img src=x onerror=alert(1)>' }, '&lt;img src=x onerror=alert(1)&gt;'],
  ])('shows %s', (_what, more, expected, attributes = {}) => {
    expect(alike({ documents: [product('a', more)] }, attributes)).toContain(expected);
  });

  it('puts ads first, marks them, and counts them as tiles', () => {
    const body = { documents: [product('a'), product('b')], ads: { adResults: [product('ad')] } };
    const html = alike(body, { limit: 2, lang: 'de-AT' });
    expect(count(html, 'class="item"')).toBe(2);
    expect(html.indexOf('Product ad')).toBeLessThan(html.indexOf('Product a<'));
    expect(count(html, '>Anzeige</span>')).toBe(1);
  });

  it('calls an ad as the shop does, and hands its texts to the element', () => {
    const ads = { adResults: [product('ad')] };
    const html = alike({ documents: [], ads }, { lang: 'fr', texts: { ad: 'Annonce "A"' } });
    expect(html).toContain('>Annonce &quot;A&quot;</span>');
    expect(html).toContain('texts="{&quot;ad&quot;:&quot;Annonce \\&quot;A\\&quot;&quot;}"');
    expect(alike({ documents: [], ads }, { lang: 'hu' })).toContain('>Hirdetés</span>');
  });

  it('has invisible tiles for the rest of the limit, in the grid alone', () => {
    const body = { documents: [product('a')] };
    expect(count(alike(body, { limit: 3 }), '<li class="filler" aria-hidden="true">')).toBe(2);
    expect(count(alike(body, { limit: 3, layout: 'carousel' }), '<li class="filler"')).toBe(0);
  });

  it.each([
    [undefined, 'h2'],
    [4, 'h4'],
    ['3', 'h3'],
    [9, 'h2'],
    ['2 onclick=alert(1)', 'h2'],
  ])('has a heading of level %s: %s', (level, tag) => {
    const html = alike({ documents: [] }, { heading: 'A & B', 'heading-level': level });
    expect(html).toContain(`<${tag} part="heading">A &amp; B</${tag}>`);
  });

  it('carries the answer, which cannot end its script early', () => {
    const html = alike({ documents: [product('a', { displayText: '</script><script>alert(1)</script>' })] });
    const data = /<script type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({
      requestId: 'r-1',
      version: 'v-1',
      answer: { documents: [{ score: 1 }] },
    });
    expect(count(html, '<script')).toBe(1);
  });

  it('escapes attributes, and takes a nonce for its styles', () => {
    const html = renderLookAlikes({ attributes: { heading: '"><b>' }, nonce: 'n"1' });
    expect(html).toContain('heading="&quot;&gt;&lt;b&gt;"');
    expect(html).toContain('<style nonce="n&quot;1">');
  });

  it('without an answer is the space for one', () => {
    const html = renderLookAlikes({ attributes: { limit: 3, facets: true } });
    expect(html).toContain('state="loading"');
    expect(count(html, '<div class="blank">')).toBe(3);
    expect(html).toContain('<div class="facets"></div>');
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<ul');
  });

  it.each([
    [{ documents: null }],
    [{ documents: [{ score: 1, document: null }] }],
    [{ documents: [{ score: 1, document: { displayText: 'No identifier' } }] }],
  ])('is empty for %j', (body) => {
    expect(alike(body)).not.toContain('class="item"');
  });
});

describe('a rendered list of keywords', () => {
  it('holds the keywords as they are shown, and leaves out what has no text', () => {
    const suggestions = [
      {
        text: 'red shoes',
        displayText: 'Red Shoes',
        url: 'https://shop.example/?q=red&p=1',
        dsTracker: null,
      },
      { text: 'boots', displayText: null, url: null, dsTracker: null },
      { text: null, displayText: null, url: null, dsTracker: null },
    ];
    const html = words({ suggestions }, { heading: 'Next' });
    expect(html).toContain('href="https://shop.example/?q=red&amp;p=1">Red Shoes</a>');
    expect(html).toContain('type="button">boots</button>');
    expect(count(html, 'class="item"')).toBe(2);
    expect(html).toContain('class="frame chip grid"');
  });

  it('takes as many as the limit says', () => {
    const suggestions = ['a', 'b', 'c'].map((text) => ({
      text,
      displayText: text,
      url: null,
      dsTracker: null,
    }));
    expect(count(words({ suggestions }, { limit: 2 }), 'class="item"')).toBe(2);
  });
});
