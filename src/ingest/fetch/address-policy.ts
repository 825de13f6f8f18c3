import ipaddr from 'ipaddr.js';
import { Fault } from '../../errors.ts';

/**
 * Which hosts feeds and pictures may be fetched from: those of the public internet, and those that the
 * operator allows. All others (loopback, private, link-local, metadata, reserved, tunnels to any of them)
 * belong to the network of this service, and a feed must not reach them.
 */
export type AddressPolicy = {
  /** `host` as written in the URL, `address` as it was resolved or connected. */
  permits(host: string, address: string): boolean;
};

type Network = ReturnType<typeof ipaddr.parseCIDR>;

const globalUnicast: Network = ipaddr.parseCIDR('2000::/3');

/** Removes brackets and a trailing dot, and lowers the case. */
export const normalizeHost = (host: string): string =>
  host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();

const isPublic = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address.replace(/%.*$/, ''));
  if (parsed.range() !== 'unicast') return false;
  // Outside 2000::/3 no addresses are assigned. `::7f00:1` and similar hide an IPv4 address there.
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
};

/** `allow`: host names, addresses and networks (`10.1.0.0/16`). */
export const createAddressPolicy = (allow: readonly string[]): AddressPolicy => {
  const hosts = new Set<string>();
  const networks: Network[] = [];
  for (const entry of allow) {
    const network = parseNetwork(entry);
    if (network === null) hosts.add(normalizeHost(entry));
    else networks.push(network);
  }
  const isAllowed = (address: string): boolean => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return networks.some((network) => parsed.kind() === network[0].kind() && parsed.match(network));
  };
  return {
    permits: (host, address) => hosts.has(normalizeHost(host)) || isAllowed(address) || isPublic(address),
  };
};

const parseNetwork = (entry: string): Network | null => {
  const plain = normalizeHost(entry);
  if (ipaddr.isValidCIDR(plain)) return ipaddr.parseCIDR(plain);
  if (/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(plain) && !ipaddr.isValid(plain)) return null;
  if (!ipaddr.isValid(plain)) {
    throw new Fault('bad-input', `"${entry}" is neither a host name nor an address nor a network.`, {
      nextStep: 'Write host names, addresses or networks such as 10.1.0.0/16, with commas between them.',
    });
  }
  const address = ipaddr.parse(plain);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
};

export const privateAddressFault = (host: string): Fault =>
  new Fault('not-allowed', `${host} is not on the public internet: it is not asked.`, {
    nextStep: 'If it is meant, the administrator of this service can name it in KINDRED_ALLOW_PRIVATE.',
    reason: { reason: 'private-address', values: { host } },
  });
