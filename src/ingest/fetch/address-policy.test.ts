import { describe, expect, it } from 'vitest';
import { createAddressPolicy, normalizeHost, privateAddressFault } from './address-policy.ts';

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
    ['shop.example', '2606:2800:220:1::1%eth0', true],
    ['shop.example', 'fe80::1%', false],
    ['shop.example', '11.1.0.1', true],
    ['shop.example', 'fe00::1', false],
    ['shop.example', '::a01:1', false],
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
    'a..b',
    '.a',
    'ä.test',
    'a.test/path',
    'intranet.test:123456',
    'intranet.test:8o',
    '[fd00::1]:65536',
    '10.1.0.0/16:0',
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
    ['shop.example', '10.9.0.2', 1, false],
    ['shop.example', '10.9.1.1', 1, false],
    ['shop.example', 'fd00::2', 8080, false],
    ['feeds.test', 'fd00::1', 8080, true],
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

describe('entries of the allow list', () => {
  it.each([
    ['a.test:1', 'a.test', 1],
    ['a.test:65535', 'a.test', 65_535],
    ['a.test:80', 'a.test', 80],
    ['[fd00::abcd]:8080', 'fd00::abcd', 8080],
    ['a_b-c.d1.test', 'a_b-c.d1.test', 5],
    ['host', 'host', 5],
    ['HOST.Test.', 'host.test', 5],
    ['x', 'x', 5],
  ])('%s allows %s at port %i', (entry, host, port) => {
    const policy = createAddressPolicy([entry]);
    expect(policy.permits(host, host.includes(':') ? host : '10.0.0.1', port)).toBe(true);
    expect(policy.permits('other', '10.0.0.1', port)).toBe(false);
  });

  it('is one address where no network is given', () => {
    const policy = createAddressPolicy(['10.9.0.1', 'fd00::1']);
    const permits = (address: string) => policy.permits('shop.example', address, 80);
    expect(['10.9.0.1', 'fd00::1'].map(permits)).toEqual([true, true]);
    expect(['10.9.0.0', '10.9.0.2', 'fd00::', 'fd00::2', 'not an address'].map(permits)).toEqual(
      Array.from({ length: 5 }, () => false),
    );
  });

  it('says what is wrong and what is allowed', () => {
    expect(() => createAddressPolicy(['a b'])).toThrow(
      expect.objectContaining({
        code: 'bad-input',
        message: '"a b" is neither a host name nor an address nor a network.',
        nextStep: expect.stringContaining('10.1.0.0/16') as unknown,
      }),
    );
  });
});

it('the refusal of a private address names the host and the setting, for people and for the portal', () => {
  expect(privateAddressFault('intranet.test')).toMatchObject({
    code: 'not-allowed',
    message: 'intranet.test is not on the public internet: it is not asked.',
    nextStep: expect.stringContaining('KINDRED_ALLOW_PRIVATE') as unknown,
    reason: { reason: 'private-address', values: { host: 'intranet.test' } },
  });
});

it('only the brackets around a host are removed', () => {
  expect(['a[b', 'a]b', '[a]b', 'a.b..'].map(normalizeHost)).toEqual(['a[b', 'a]b', 'a]b', 'a.b.']);
});
