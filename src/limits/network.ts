import ipaddr from 'ipaddr.js';
import type { Network } from './rate-windows.ts';

/** Stands for every address that cannot be read. */
const unreadable: Network = { high: 0xffffffff, low: 0xffffffff };

/** One household or office has a whole /64 of IPv6 addresses: what follows says nothing about who calls. */
export const parseNetwork = (address: string): Network => {
  if (!ipaddr.isValid(address)) return unreadable;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6) {
    const [a = 0, b = 0, c = 0, d = 0] = parsed.parts;
    return { high: a * 0x10000 + b, low: c * 0x10000 + d };
  }
  const low = parsed.octets.reduce((sum, octet) => sum * 256 + octet, 0);
  // 0:0:…: no IPv6 network that calls begins with it, so the two kinds never meet.
  return { high: 1, low };
};
