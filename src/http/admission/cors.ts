import type { Answer, Call } from '../call/call.ts';

export const allowedMethods = 'GET, HEAD, OPTIONS';

/**
 * Any origin may read an answer: access depends on the key only, cookies are ignored. The list of origins of a
 * publishable key is checked together with the key.
 */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate, X-Request-Id, X-Kindred-Version',
} as const;

const usualHeaders =
  'Ocp-Apim-Subscription-Key, If-None-Match, X-Request-Id, X-Kindred-Shopper, Content-Type, traceparent, tracestate, baggage';

/** A list of header names, and short enough to be copied into a response header. */
const headerNames = /^[\w!#$%&'*+.^`|~-]+(\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/;

/**
 * Allows the headers that the page asks for: libraries for monitoring and tracing add their own, and no header gives
 * more access than the key does.
 */
export const preflightAnswer = (
  { headers }: Pick<Call, 'headers'>,
  methods: string = allowedMethods,
): Answer => {
  const wanted = headers['access-control-request-headers'];
  const isUsable = typeof wanted === 'string' && wanted.length <= 1000 && headerNames.test(wanted);
  return {
    status: 204,
    headers: {
      allow: methods,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': isUsable ? wanted : usualHeaders,
      'access-control-max-age': '86400',
      vary: 'Access-Control-Request-Headers',
    },
    body: Buffer.alloc(0),
  };
};
