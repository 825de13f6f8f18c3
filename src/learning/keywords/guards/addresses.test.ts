import { describe, expect, it } from 'vitest';
import { hasIban } from './personal-data.ts';
import { hasStreetAddress } from './street-address.ts';
import { hasWebLink } from './blocked-words.ts';

describe('bank account numbers', () => {
  it.each(['DE89 3704 0044 0532 0130 00', 'pay to gb82west12345698765432 now', 'NL91-ABNA-0417-1643-00'])(
    'are found in %s',
    (text) => expect(hasIban(text)).toBe(true),
  );

  it.each(['DE88 3704 0044 0532 0130 00', 'lc 1000bk ink cartridge original black 1 pc', 'rtx 4090 24 gb'])(
    'are not found in %s',
    (text) => expect(hasIban(text)).toBe(false),
  );
});

describe('street addresses', () => {
  it.each([
    '12 Oak Street',
    'Gartenweg 3',
    'Goethestrasse 7a',
    '27 bis rue du Moulin',
    'Kossuth Lajos u. 5',
    'Rákóczi út 44',
    'Lidická 33 602 00 Brno',
    'Via Roma 12',
    'Mannerheimintie 12',
  ])('are found in %s', (text) => expect(hasStreetAddress(text)).toBe(true));

  it.each([
    '28 inch road bike',
    '256 gb flash drive',
    'nettie 5 pc bar set',
    'hp thin client via eden 400 mhz',
    'asus ut 200 mouse',
    'Sesamstraße 3',
    'canapé 3 places',
    'tér elválasztó 3 részes',
  ])('are not found in %s', (text) => expect(hasStreetAddress(text)).toBe(false));
});

describe('web addresses', () => {
  it.each(['https://x.example/a', 'www evil example', 'cheap-pills.de', 't.me/name', 'badsite dot com'])(
    'are found in %s',
    (text) => expect(hasWebLink(text)).toBe(true),
  );

  it.each(['asp.net book', 'node.js', 'no.5', 'dr. martens 1460', 'polka dot dress'])(
    'are not found in %s',
    (text) => expect(hasWebLink(text)).toBe(false),
  );

  it('are no such where the shop calls a brand so', () => {
    const isBrand = (name: string): boolean => name === 'StarTech.com';
    expect(hasWebLink('StarTech.com cable', isBrand)).toBe(false);
    expect(hasWebLink('www.startech.com', isBrand)).toBe(true);
  });
});
