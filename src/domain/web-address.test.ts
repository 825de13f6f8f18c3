import { describe, expect, it } from 'vitest';
import {
  findScript,
  findUnsafeLink,
  isPageAddress,
  isWebAddress,
  resolvePageAddress,
} from './web-address.ts';

describe('isWebAddress', () => {
  it.each(['https://shop.example', 'http://shop.example:8080/a?b=c#d', 'HTTPS://Shop.example/{keyword}'])(
    'accepts %s',
    (address) => expect(isWebAddress(address)).toBe(true),
  );

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>',
    '//shop.example',
    '/path',
    'https://',
    'https://user:password@shop.example',
    'https://shop.example/a b',
    ' https://shop.example',
    '',
  ])('refuses %j', (address) => expect(isWebAddress(address)).toBe(false));
});

describe('isPageAddress', () => {
  it.each(['page.html', '/sale', '?q=1', 'https://shop.example', 'a/b:c'])('accepts %j', (address) =>
    expect(isPageAddress(address)).toBe(true),
  );

  it.each([
    'javascript:x',
    ' java\nscript:x',
    '\u0001javascript:x',
    'JaVaScRiPt:x',
    'data:image/png;base64,AA',
  ])('refuses %j', (address) => expect(isPageAddress(address)).toBe(false));
});

describe('resolvePageAddress', () => {
  it('resolves a relative address against the shop', () => {
    expect(resolvePageAddress('p/1', 'https://shop.example/en/')).toBe('https://shop.example/en/p/1');
  });

  it('keeps a relative address where the shop is unknown', () => {
    expect(resolvePageAddress('/p/1', null)).toBe('/p/1');
  });

  it.each(['javascript:alert(1)', 'ftp://shop.example/a', 'https://[bad'])('refuses %s', (address) => {
    expect(resolvePageAddress(address, 'https://shop.example')).toBeNull();
  });
});

describe('findUnsafeLink', () => {
  it.each([
    'Sale: 50 % off',
    'Data: 5 GB for 5 EUR',
    '<a href="https://shop.example">Sale</a>',
    "<a href='/sale?x=javascript:1'>Sale</a>",
    '<a href=mailto:shop@shop.example>Write</a>',
    'https://shop.example/banner.png',
  ])('finds none in %s', (content) => expect(findUnsafeLink(content)).toBeNull());

  it.each([
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['<a href="javascript:alert(1)">x</a>', 'javascript:alert(1)'],
    ["<a HREF = ' javascript:x'>x</a>", ' javascript:x'],
    ['<a href=javascript:x>x</a>', 'javascript:x'],
    ['<a href="&#106;avascript&colon;x">x</a>', 'javascript:x'],
    ['<a href="java&Tab;script:x">x</a>', 'java\tscript:x'],
    ['<img src="data:image/svg+xml,<svg onload=x>">', 'data:image/svg+xml,<svg onload=x>'],
    ['<a href="https://ok.example"></a><form action="vbscript:x">', 'vbscript:x'],
  ])('finds the link in %s', (content, link) => expect(findUnsafeLink(content)).toBe(link));
});

describe('findScript', () => {
  it.each([
    'Sale: 50 % off',
    'Put it on = 5 points',
    '1 < 2, onclick= is a word here',
    '<b>Only today</b>, based on demand',
    '<a href="/sale" class="on-sale" data-on="x">Sale</a>',
    '<p>conditions=none</p>',
    '<iframe src="https://video.example/1"></iframe>',
    '<scripture>no</scripture>',
  ])('finds none in %s', (content) => expect(findScript(content)).toBeNull());

  it.each([
    ['<script>x</script>', '<script'],
    ['<SCRIPT src=//evil.example>', '<SCRIPT'],
    ['<b onclick="x()">Sale</b>', 'onclick='],
    ['<img src=x onerror=x()', 'onerror='],
    ['<svg/onload=x()>', '/onload='],
    ['<a href="/sale"onmouseover=x>Sale</a>', '"onmouseover='],
    ['<b\nONCLICK\n=\nx>', 'ONCLICK\n='],
    ['<iframe srcdoc="<p>x">', 'srcdoc='],
    ['<base href="https://evil.example">', '<base'],
    ['<meta http-equiv=refresh content="0;url=//evil.example">', '<meta'],
    ['<object data="/x">', '<object'],
    ['<embed src="/x">', '<embed'],
  ])('finds the script in %j', (content, found) => expect(findScript(content)).toBe(found));
});
