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
    expect(policy.permits(host, address, 443)).toBe(isPermitted);
  });

  it.each([
    'http://intranet.test',
    'intranet.test:0',
    'intranet.test:70000',
    'a:b:80',
    ':80',
    '',
    '10.0.0.0/99',
    'a b',
    '[::1]x',
  ])('refuses the entry %s', (entry) => {
    expect(() => createAddressPolicy([entry])).toThrow('neither a host name nor an address nor a network');
  });
});

describe('an allowed host with a port', () => {
  const policy = createAddressPolicy(['feeds.test:8443', '10.1.0.0/16:80', '[fd00::1]:8080', '10.9.0.1']);
  it.each([
    ['feeds.test', '10.2.0.1', 8443, true],
    ['FEEDS.test.', '127.0.0.1', 8443, true],
    ['feeds.test', '10.2.0.1', 443, false],
    ['feeds.test', '10.2.0.1', 8444, false],
    ['shop.example', '10.1.2.3', 80, true],
    ['shop.example', '10.1.2.3', 81, false],
    ['[fd00::1]', 'fd00::1', 8080, true],
    ['[fd00::1]', 'fd00::1', 80, false],
    ['shop.example', '10.9.0.1', 1, true],
    ['shop.example', '93.184.216.34', 12_345, true],
  ])('%s at %s, port %i: %s', (host, address, port, isPermitted) => {
    expect(policy.permits(host, address, port)).toBe(isPermitted);
  });
});

it('hosts are compared without brackets, trailing dot and case', () => {
  expect(['[::1]', 'Shop.Example.', 'shop.example'].map(normalizeHost)).toEqual([
    '::1',
    'shop.example',
    'shop.example',
  ]);
});
