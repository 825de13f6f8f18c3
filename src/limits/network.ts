import ipaddr from 'ipaddr.js';

/** The network of an address: an IPv4 address, or the first 64 bits of an IPv6 one. 0/0 means no address. */
export type Network = { readonly high: number; readonly low: number };

export const noNetwork: Network = { high: 0, low: 0 };

/** Used for every address that cannot be parsed. */
const unreadable: Network = { high: 0xffffffff, low: 0xffffffff };

/** IPv6 addresses are cut to /64, which is what one household or office has. */
export const parseNetwork = (address: string): Network => {
  if (!ipaddr.isValid(address)) return unreadable;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6) {
    const [a = 0, b = 0, c = 0, d = 0] = parsed.parts;
    return { high: a * 0x10000 + b, low: c * 0x10000 + d };
  }
  const low = parsed.octets.reduce((sum, octet) => sum * 256 + octet, 0);
  // No public IPv6 network begins with 0:1, so IPv4 and IPv6 never collide.
  return { high: 1, low };
};
