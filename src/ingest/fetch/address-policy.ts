import ipaddr from 'ipaddr.js';
import { Fault } from '../../errors.ts';

/**
 * Which hosts feeds and pictures may be fetched from: those of the public internet, and those that the
 * operator allows. All others (loopback, private, link-local, metadata, reserved, tunnels to any of them)
 * belong to the network of this service, and a feed must not reach them.
 */
export type AddressPolicy = {
  /** `host` as written in the URL, `address` as it was resolved or connected. */
  permits(host: string, address: string, port: number): boolean;
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

type AllowedHost = { readonly port: number | null } & (
  | { readonly name: string }
  | { readonly network: Network }
);
/** `allow`: host names, addresses and networks (`10.1.0.0/16`), each with a port or for all ports. */
export const createAddressPolicy = (allow: readonly string[]): AddressPolicy => {
  const entries = allow.map(parseEntry);
  const isAllowed = (host: string, address: string, port: number): boolean =>
    entries.some(
      (entry) =>
        (entry.port === null || entry.port === port) &&
        ('name' in entry ? entry.name === host : isWithin(address, entry.network)),
    );
  return {
    permits: (host, address, port) => isPublic(address) || isAllowed(normalizeHost(host), address, port),
  };
};

const isWithin = (address: string, network: Network): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.kind() === network[0].kind() && parsed.match(network);
};

/** An IPv6 address with a port needs brackets: `[fd00::1]:8080`. */
const parseEntry = (entry: string): AllowedHost => {
  const [, host = entry, digits] = /^(\[[^\]]*\]|[^:]*):(\d{1,5})$/.exec(entry) ?? [];
  const port = digits === undefined ? null : Number(digits);
  if (port !== null && (port < 1 || port > 65_535)) throw entryFault(entry);
  const name = normalizeHost(host);
  const network = parseNetwork(name);
  if (network !== null) return { port, network };
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name)) throw entryFault(entry);
  return { port, name };
};

const parseNetwork = (name: string): Network | null => {
  if (ipaddr.isValidCIDR(name)) return ipaddr.parseCIDR(name);
  if (!ipaddr.isValid(name)) return null;
  const address = ipaddr.parse(name);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
};

const entryFault = (entry: string): Fault =>
  new Fault('bad-input', `"${entry}" is neither a host name nor an address nor a network.`, {
    nextStep:
      'Write host names, addresses or networks such as 10.1.0.0/16, each with a port if you like, with commas between them.',
  });

export const privateAddressFault = (host: string): Fault =>
  new Fault('not-allowed', `${host} is not on the public internet: it is not asked.`, {
    nextStep: 'If it is meant, the administrator of this service can name it in KINDRED_ALLOW_PRIVATE.',
    reason: { reason: 'private-address', values: { host } },
  });
