import { memoize } from '../../domain/memoize.ts';
import { Agent, fetch as undiciFetch, buildConnector } from 'undici';
import { Fault } from '../../errors.ts';
import {
  createAddressPolicy,
  type AddressPolicy,
  normalizeHost,
  privateAddressFault,
} from './address-policy.ts';
import type { Fetch, FetchOptions } from './fetch.ts';
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

const fetchDefaults = {
  redirects: 5,
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 30_000,
  /** Longest pause within a response body. */
  bodyTimeoutMs: 30_000,
  userAgent: 'Kindred (product feed reader)',
} as const;

export type GuardedFetch = { readonly fetch: Fetch; close(): Promise<void> };

type Options = { readonly allow: readonly string[]; readonly resolve?: Resolve };

/**
 * `fetch` for untrusted addresses: http and https only, the public internet and the hosts in `allow` only,
 * also after redirects and when a name resolves differently later.
 */
export const createGuardedFetch = ({ allow, resolve = resolveBySystem }: Options): GuardedFetch => {
  const policy = createAddressPolicy(allow);
  const agent = new Agent({
    connect: createGuardedConnector(policy, resolve, fetchDefaults.connectTimeoutMs),
    headersTimeout: fetchDefaults.headersTimeoutMs,
    bodyTimeout: fetchDefaults.bodyTimeoutMs,
  });

  const request = async (url: URL, { headers, signal, body }: FetchOptions): Promise<Response> => {
    try {
      const response = await undiciFetch(url, {
        dispatcher: agent,
        redirect: 'manual',
        headers: { 'user-agent': fetchDefaults.userAgent, ...headers },
        ...(signal && { signal }),
        ...(body !== undefined && { method: 'POST', body }),
      });
      return response as unknown as Response;
    } catch (error) {
      throw findFault(error) ?? error;
    }
  };

  const fetch: Fetch = async (address, options) => {
    let url = parseAddress(address);
    let { headers } = options;
    for (let hops = 0; hops <= fetchDefaults.redirects; hops++) {
      const response = await request(url, { ...options, ...(headers && { headers }) });
      const next = findRedirect(response, url);
      if (next === null || options.body !== undefined) return response;
      options.onRedirect?.(response);
      await response.body?.cancel();
      // Headers may hold a password: they are not sent to another origin.
      if (next.origin !== url.origin) headers = {};
      url = next;
    }
    // Not retryable: the next attempt would end the same way.
    throw new Fault('bad-input', `${url.host} redirects more than ${fetchDefaults.redirects} times.`, {
      nextStep: 'Open the address in a browser, and give the one it ends at; it may want a sign-in.',
    });
  };

  return { fetch, close: () => agent.destroy() };
};

const findRedirect = (response: Response, from: URL): URL | null => {
  const location = response.headers.get('location');
  if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return null;
  return parseAddress(location, from);
};

const invalidAddress = (message: string): Fault =>
  new Fault('bad-input', message, { nextStep: 'Give an address that begins with https:// or http://.' });

/** The URL parser normalizes every notation of an IPv4 address (decimal, octal, hex). */
const parseAddress = (address: string, base?: URL): URL => {
  const url = URL.parse(address, base);
  if (url === null) throw invalidAddress('That is not an address.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalidAddress(`Addresses of the kind "${url.protocol}" are not fetched.`);
  }
  if (url.username !== '' || url.password !== '') {
    const message = 'A user name or password inside an address is refused: it could leak to others.';
    throw new Fault('bad-input', message, { nextStep: 'Give the sign-in of the feed in its own setting.' });
  }
  return url;
};

const findFault = (error: unknown): Fault | null => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Fault) return cause;
    const inner =
      cause instanceof AggregateError ? cause.errors.find((each) => each instanceof Fault) : undefined;
    if (inner instanceof Fault) return inner;
  }
  return null;
};

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
export const createGuardedConnector = (policy: AddressPolicy, resolve: Resolve, timeoutMs: number) => {
  // One connector for each port, because its lookup does not get the port.
  const connectorFor = memoize((port: number) =>
    buildConnector({ timeout: timeoutMs, lookup: guardedLookup(policy, resolve, port) }),
  );
  const connect: buildConnector.connector = (options, done) => {
    const host = normalizeHost(options.hostname);
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    if (ipaddr.isValid(host) && !policy.permits(host, host, port)) {
      done(privateAddressFault(host), null);
      return;
    }
    connectorFor(port)(options, (error, socket) => {
      const peer = socket?.remoteAddress;
      if (error !== null) done(error, null);
      else if (peer !== undefined && policy.permits(host, peer, port)) done(null, socket);
      else {
        socket.destroy();
        done(privateAddressFault(host), null);
      }
    });
  };
  return connect;
};
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
