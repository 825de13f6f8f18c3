// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createElement, safeUrl } from '../dom.ts';
import { buildNodes } from './html.ts';
import type { PartContext } from './part.ts';

const context: PartContext = {
  create: createElement,
  safeUrl,
  pick: (all) => Object.values(all)[0] as never,
  language: 'en',
};

/** The nodes as HTML, without the parts and classes that each of them carries. */
const build = (html: string): string => {
  const holder = document.createElement('div');
  holder.append(buildNodes(html, context));
  return holder.innerHTML.replace(/ (part|class)="[^"]*"/g, '');
};

describe('HTML of a banner', () => {
  it.each([
    ['plain text', 'Free bulbs', 'Free bulbs'],
    ['a paragraph', '<p>Free <b>bulbs</b></p>', '<p>Free <b>bulbs</b></p>'],
    [
      'a link',
      '<a href="https://shop.example/sale">Sale</a>',
      '<a href="https://shop.example/sale">Sale</a>',
    ],
    ['a list', '<ul><li>One<li>Two</ul>', '<ul><li>One<li>Two</li></li></ul>'],
    ['a line break', 'One<br>Two<br/>Three', 'One<br>Two<br>Three'],
    ['upper case', '<P>Big</P>', '<p>Big</p>'],
    ['a heading, which would stand in the outline of the page', '<h2>Week</h2>', '<strong>Week</strong>'],
    ['entities', '&lt;b&gt; 5&nbsp;&euro; &#228; &#xE4; &auml;', '&lt;b&gt; 5&nbsp;€ ä ä ä'],
    ['an unknown entity', '&bogus; & Co', '&amp;bogus; &amp; Co'],
    ['a number that is no character', '&#0;&#x110000;', '\ufffd\ufffd'],
    ['a less-than sign', '3 < 5', '3 &lt; 5'],
    ['a comment', 'a<!-- <b>hidden</b> -->b', 'ab'],
    ['a comment without end', 'a<!-- hidden', 'a'],
    ['an unknown tag, whose text stays', '<marquee>Hi</marquee>', 'Hi'],
    ['a tag that was never opened', 'a</p>b</b>', 'ab'],
    ['a tag that is not closed', '<p>a<b>c', '<p>a<b>c</b></p>'],
    ['tags that are closed in another order', '<b><i>x</b>y', '<b><i>x</i></b>y'],
  ])('keeps %s', (_what, html, expected) => {
    expect(build(html)).toBe(expected);
  });

  it('takes an image with its size and alternative text', () => {
    const html = '<img src="https://shop.example/a.png" alt="A &quot;bag&quot;" width=120 height="80">';
    expect(build(html)).toBe(
      '<img alt="A &quot;bag&quot;" src="https://shop.example/a.png" width="120" height="80">',
    );
  });

  it('resolves an address against the page', () => {
    const link = buildNodes('<a href="/sale">Sale</a>', {
      ...context,
      safeUrl: (value) => safeUrl(value, 'https://shop.example/a/b'),
    }).querySelector('a');
    expect(link?.getAttribute('href')).toBe('https://shop.example/sale');
  });

  it.each([
    ['a script', '<script>alert(1)</script>After', 'After'],
    ['a script without end', 'Before<script>alert(1)', 'Before'],
    ['a style', '<style>* { display: none }</style>After', 'After'],
    ['a frame', '<iframe src="https://evil.example">x</iframe>After', 'After'],
    ['a vector image', '<svg><script>alert(1)</script></svg>After', 'After'],
    ['a handler', '<p onclick="alert(1)">x</p>', '<p>x</p>'],
    ['a handler with a slash before it', '<img/onerror=alert(1) src=x>', null],
    ['a style attribute', '<p style="position:fixed">x</p>', '<p>x</p>'],
    ['a script address', '<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['a script address in disguise', '<a href="java&#115;cript:alert(1)">x</a>', '<a>x</a>'],
    ['a data address', '<img src="data:text/html,x">', '<img alt="">'],
    ['an odd size', '<img width="100%" height="-1">', '<img alt="">'],
    ['a form field', '<select><option>x</option></select>y', 'y'],
  ])('drops %s', (_what, html, expected) => {
    const built = build(html);
    if (expected !== null) expect(built).toBe(expected);
    expect(built).not.toMatch(/onclick|onerror|javascript|<script|style=/i);
  });

  it('names each element for styling', () => {
    const [strong] = buildNodes('<h3>Week</h3>', context).children;
    expect([strong?.getAttribute('part'), strong?.className]).toEqual(['banner-h3', 'line']);
  });

  it('builds only known elements and attributes from any text', () => {
    const tags = new Set('P DIV SPAN STRONG B EM I U S SMALL BR A IMG UL OL LI'.split(' '));
    const attributes = new Set('part class href src alt width height'.split(' '));
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<p',
        '>',
        '</p>',
        '<a href="',
        '"',
        "'",
        '<script>',
        '</script>',
        ' onerror=',
        '<img src=',
        '<!--',
        '-->',
        'javascript:',
        '&#106;',
        '<svg/onload=',
        '/>',
        '<style>',
        '<h1 id=x>',
        '=',
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        for (const element of buildNodes(pieces.join(''), context).querySelectorAll('*')) {
          expect(tags).toContain(element.tagName);
          for (const { name, value } of element.attributes) {
            expect(attributes).toContain(name);
            if (name === 'href' || name === 'src') expect(value).toMatch(/^https?:/);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('reads a long text that never closes anything in one pass', () => {
    const built = buildNodes('<b '.repeat(5000) + '<p>'.repeat(500) + 'end', context);
    expect(built.textContent).toContain('end');
  });
});
