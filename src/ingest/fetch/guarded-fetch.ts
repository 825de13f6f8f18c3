import { Agent, fetch as undiciFetch } from 'undici';
import { Fault } from '../../errors.ts';
import { createAddressPolicy } from './address-policy.ts';
import type { Fetch, FetchOptions } from './fetch.ts';
import { createGuardedConnector, type Resolve, resolveBySystem } from './guarded-connector.ts';

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
    throw new Fault(
      'bad-input',
      'A user name or password inside an address is refused: it could leak to others.',
      {
        nextStep: 'Give the sign-in of the feed in its own setting.',
      },
    );
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
