import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendChecksum, verifyChecksum } from './checksums.ts';

const line = fc.string().filter((text) => !text.includes('\n'));

describe('a text with its checksum', () => {
  it('gives back its line', () => {
    fc.assert(
      fc.property(line, (text) => {
        expect(verifyChecksum(appendChecksum(text))).toBe(text);
      }),
    );
  });

  it('is refused after any change of one character', () => {
    fc.assert(
      fc.property(line, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (text, place, other) => {
        const whole = appendChecksum(text);
        const at = place % whole.length;
        fc.pre(whole[at] !== other);
        expect(verifyChecksum(whole.slice(0, at) + other + whole.slice(at + 1))).toBeNull();
      }),
    );
  });

  it('is refused when it is cut anywhere or has more behind it', () => {
    const whole = appendChecksum('{"version":"v"}');
    for (let end = 0; end < whole.length; end += 1) expect(verifyChecksum(whole.slice(0, end))).toBeNull();
    expect(verifyChecksum(`${whole} `)).toBeNull();
  });
});
