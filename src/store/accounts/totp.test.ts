import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTotpStep, makeTotpSecret, totpCode, totpUri } from './second-factor.ts';

const stepMs = 30_000;
const noon = Date.UTC(2026, 10, 15, 12, 0, 0);
const now = noon / stepMs;

describe('authenticator codes', () => {
  it('accepts the current code and its two neighbours, and no other', () => {
    const secret = makeTotpSecret();
    const accepted = [-3, -2, -1, 0, 1, 2, 3].filter((offset) => {
      const step = findTotpStep(secret, totpCode(secret, now + offset), noon, 0);
      return step !== null && step === now + offset;
    });
    expect(accepted).toEqual([-1, 0, 1]);
  });

  it('accepts no code of a step that was used, nor an earlier one', () => {
    const secret = makeTotpSecret();
    for (const offset of [-1, 0])
      expect(findTotpStep(secret, totpCode(secret, now + offset), noon, now)).toBeNull();
    expect(findTotpStep(secret, totpCode(secret, now + 1), noon, now)).toBe(now + 1);
  });

  it('ignores spaces, and refuses anything that is not six digits', () => {
    const secret = makeTotpSecret();
    const code = totpCode(secret, now);
    expect(findTotpStep(secret, ` ${code.slice(0, 3)} ${code.slice(3)} `, noon, 0)).toBe(now);
    for (const wrong of ['', code.slice(1), `${code}0`, 'abcdef', '１２３４５６'])
      expect(findTotpStep(secret, wrong, noon, 0)).toBeNull();
  });

  it('has a new secret of 160 bits each time', () => {
    const secrets = new Set(Array.from({ length: 50 }, makeTotpSecret));
    expect(secrets.size).toBe(50);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('is six digits for every step', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (step) => {
        expect(totpCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', step)).toMatch(/^\d{6}$/);
      }),
      { verbose: true },
    );
  });

  it('writes an address that an authenticator reads, with special characters escaped', () => {
    const uri = new URL(totpUri('a+b ä@shop.example', 'GEZDGNBVGY3TQOJQ'));
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain('Kindred:a+b ä@shop.example');
    expect(uri.searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQ');
  });
});
