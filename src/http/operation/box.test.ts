import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalGuid } from './box.ts';

const guid = '3a5f1b99-d6b0-4822-a6b8-cc0de8223653';

describe('canonicalGuid', () => {
  it.each([
    guid,
    guid.toUpperCase(),
    `{${guid}}`,
    `(${guid})`,
    `urn:uuid:${guid}`,
    guid.replaceAll('-', ''),
    `  {${guid.toUpperCase()}} `,
  ])('understands %s', (text) => {
    expect(canonicalGuid(text)).toBe(guid);
  });

  it.each([
    '',
    'x',
    `{${guid}`,
    `${guid})`,
    `{${guid})`,
    `${guid}0`,
    guid.slice(1),
    guid.replace('-', ''),
    `${guid} ${guid}`,
  ])('refuses %j', (text) => {
    expect(canonicalGuid(text)).toBeNull();
  });

  it('gives back every GUID from every usual format', () => {
    const formats = [
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => `{${text}}`,
      (text: string) => `(${text})`,
      (text: string) => text.replaceAll('-', ''),
    ];
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(...formats), (uuid, format) => {
        expect(canonicalGuid(format(uuid))).toBe(uuid);
      }),
    );
  });
});
