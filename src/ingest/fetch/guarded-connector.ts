import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { type AddressPolicy, normalizeHost, privateAddressFault } from './address-policy.ts';

/** Resolves a host to all its addresses. Tests replace the system's resolver. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export const resolveBySystem: Resolve = (host) =>
  new Promise((resolve, reject) => {
    systemLookup(host, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

/**
 * Connects only to permitted addresses. Checked three times: the host if it is an IP address (those are not
 * looked up), every answer of the name server before any of them is tried, and the address of the connected
 * socket. A lookup hook alone would let IP addresses through.
 */
export const createGuardedConnector = (
  policy: AddressPolicy,
  resolve: Resolve,
  timeoutMs: number,
): buildConnector.connector => {
  // One connector for each port, because its lookup does not get the port.
  const connectors = new Map<number, buildConnector.connector>();
  const connectorFor = (port: number): buildConnector.connector => {
    const known = connectors.get(port);
    if (known !== undefined) return known;
    const created = buildConnector({ timeout: timeoutMs, lookup: guardedLookup(policy, resolve, port) });
    connectors.set(port, created);
    return created;
  };
  return (options, done) => {
    const host = normalizeHost(options.hostname);
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    if (ipaddr.isValid(host) && !policy.permits(host, host, port)) {
      done(privateAddressFault(host), null);
      return;
    }
    connectorFor(port)(options, (error, socket) => {
      if (error !== null) done(error, null);
      else if (isPermittedPeer(policy, host, port, socket)) done(null, socket);
      else {
        socket.destroy();
        done(privateAddressFault(host), null);
      }
    });
  };
};

const isPermittedPeer = (policy: AddressPolicy, host: string, port: number, socket: Socket): boolean =>
  socket.remoteAddress !== undefined && policy.permits(host, socket.remoteAddress, port);

const guardedLookup =
  (policy: AddressPolicy, resolve: Resolve, port: number): LookupFunction =>
  (host, options, done) => {
    const answer = (addresses: readonly LookupAddress[]): void => {
      const [first] = addresses;
      // Refused if any answer is private: mixed answers are how DNS rebinding works.
      if (first === undefined || !addresses.every(({ address }) => policy.permits(host, address, port))) {
        done(privateAddressFault(normalizeHost(host)), '', 0);
      } else if (options.all === true) done(null, [...addresses]);
      else done(null, first.address, first.family);
    };
    resolve(host).then(answer, (error: NodeJS.ErrnoException) => done(error, '', 0));
  };
