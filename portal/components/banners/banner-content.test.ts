import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isWebAddress,
  readPictureBanner,
  readTextBanner,
  writePictureBanner,
  writeTextBanner,
} from './banner-content.ts';

const picture = 'https://cdn.example/banner.jpg';
const link = 'https://shop.example/sale?a=1&b=2';

describe('a banner that is a picture', () => {
  it.each([
    [{ picture, link: '', alt: '' }, `<img src="${picture}" alt="">`],
    [
      { picture, link: '', alt: 'Half "price" <now>' },
      `<img src="${picture}" alt="Half &quot;price&quot; &lt;now&gt;">`,
    ],
    [
      { picture, link, alt: 'Sale' },
      `<a href="https://shop.example/sale?a=1&amp;b=2"><img src="${picture}" alt="Sale"></a>`,
    ],
    [{ picture: '', link: '', alt: '' }, ''],
  ])('%o is written as %s', (banner, content) => {
    expect(writePictureBanner(banner)).toBe(content);
    expect(readPictureBanner(content)).toEqual(banner);
  });

  it('is read as it was written, whatever is typed', () => {
    fc.assert(
      fc.property(fc.record({ picture: fc.string(), link: fc.string(), alt: fc.string() }), (banner) => {
        expect(readPictureBanner(writePictureBanner(banner))).toEqual(banner);
      }),
    );
  });

  it.each([
    '<b>Spring</b>',
    'Spring',
    `<img src="${picture}">`,
    `<img src="${picture}" alt="x" onerror="x()">`,
    `<a href="${picture}"><img src="${picture}" alt="x">`,
    `<img src="${picture}" alt="x"></a>`,
    `<img src="${picture}" alt="x"> `,
    `<p><img src="${picture}" alt="x"></p>`,
    `<img src="https://a.example/?a&b" alt="">`,
  ])('%s was written by hand', (content) => {
    expect(readPictureBanner(content)).toBeNull();
  });
});

describe('a banner that is a line of text', () => {
  it('is read as it was written, whatever is typed', () => {
    expect(writeTextBanner('Half price & more')).toBe('<p>Half price &amp; more</p>');
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readTextBanner(writeTextBanner(text))).toBe(text);
      }),
    );
  });

  it.each(['<p>Half <b>price</b></p>', '<p class="x">Spring</p>', 'Spring', '<p>a & b</p>', '<p></p>'])(
    '%s was written by hand',
    (content) => {
      expect(readTextBanner(content)).toBeNull();
    },
  );
});

describe('isWebAddress', () => {
  it.each([
    [picture, true],
    ['http://shop.example', true],
    ['https://', false],
    ['https://shop', false],
    ['javascript:alert(1)', false],
    ['data:image/png;base64,x', false],
    ['/banner.jpg', false],
    ['https://shop.example/a b', false],
    ['', false],
  ])('%s: %s', (text, expected) => {
    expect(isWebAddress(text)).toBe(expected);
  });
});
