import { describe, expect, it } from 'vitest';
import { toShortName } from './short-name.ts';

describe('toShortName', () => {
  it.each([
    ['First shop', 'first-shop'],
    ['Mode für Alle!', 'mode-fur-alle'],
    ['  Straße & Café  ', 'strasse-cafe'],
    ['Łódź 24', 'lodz-24'],
    ['--', ''],
    ['東京', ''],
  ])('%j becomes %j', (name, expected) => {
    expect(toShortName(name)).toBe(expected);
  });
});
