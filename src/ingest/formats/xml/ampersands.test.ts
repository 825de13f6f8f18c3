import { describe, expect, it } from 'vitest';
import { createAmpersandRepair } from './xml.ts';

const repair = (text: string, size: number): { text: string; line: number | null } => {
  const ampersands = createAmpersandRepair();
  let repaired = '';
  for (let at = 0; at < text.length; at += size) repaired += ampersands.add(text.slice(at, at + size));
  repaired += ampersands.end();
  return { text: repaired, line: ampersands.takeFirst() };
};

describe.each([1, 2, 5, 1_000])('a bare ampersand, in chunks of %i characters', (size) => {
  it.each([
    ['H&M', 'H&amp;M', 1],
    ['a\n\nb & c', 'a\n\nb &amp; c', 3],
    ['?a=1&b=2', '?a=1&amp;b=2', 1],
    ['&amp; &#65; &#x41; &eacute;', '&amp; &#65; &#x41; &eacute;', null],
    ['<![CDATA[H&M]]>', '<![CDATA[H&M]]>', null],
    ['<![CDATA[a&b]]>c&d', '<![CDATA[a&b]]>c&amp;d', 1],
    ['ends with &', 'ends with &amp;', 1],
    ['&&', '&amp;&amp;', 1],
  ])('%s', (text, repaired, line) => {
    expect(repair(text, size)).toEqual({ text: repaired, line });
  });
});

it('the first line is reported once', () => {
  const ampersands = createAmpersandRepair();
  ampersands.add('a & b\n');
  ampersands.end();
  expect([ampersands.takeFirst(), ampersands.takeFirst()]).toEqual([1, null]);
});
