import { describe, expect, it } from 'vitest';
import { createAddressPolicy, normalizeHost } from './address-policy.ts';

describe('an address policy', () => {
  const policy = createAddressPolicy(['intranet.test', '10.1.0.0/16', '192.168.7.7', 'fd00::/8']);
  it.each([
    ['shop.example', '93.184.216.34', true],
    ['shop.example', '2606:2800:220:1::1', true],
    ['shop.example', '127.0.0.1', false],
    ['shop.example', '10.2.0.1', false],
    ['shop.example', '10.1.255.1', true],
    ['shop.example', '192.168.7.7', true],
    ['shop.example', '192.168.7.8', false],
    ['shop.example', 'fd12::1', true],
    ['shop.example', 'fe80::1%eth0', false],
    ['shop.example', '::ffff:127.0.0.1', false],
    ['shop.example', '::7f00:1', false],
    ['shop.example', 'not an address', false],
    ['INTRANET.test.', '10.9.9.9', true],
    ['other.test', '10.9.9.9', false],
  ])('%s at %s: %s', (host, address, isPermitted) => {
    expect(policy.permits(host, address)).toBe(isPermitted);
  });

  it.each(['http://intranet.test', '10.0.0.0/99', 'a b', '[::1]x'])('refuses the entry %s', (entry) => {
    expect(() => createAddressPolicy([entry])).toThrow('neither a host name nor an address nor a network');
  });
});

it('hosts are compared without brackets, trailing dot and case', () => {
  expect(['[::1]', 'Shop.Example.', 'shop.example'].map(normalizeHost)).toEqual([
    '::1',
    'shop.example',
    'shop.example',
  ]);
});
