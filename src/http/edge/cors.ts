import type { Answer } from './call.ts';

export const allowedMethods = 'GET, HEAD, OPTIONS';

/**
 * Any origin may read an answer: access depends on the key only, cookies are ignored. The list of origins of a
 * publishable key is checked together with the key.
 */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Retry-After, WWW-Authenticate, X-Request-Id, X-Kindred-Version',
} as const;

export const preflightAnswer = (): Answer => ({
  status: 204,
  headers: {
    allow: allowedMethods,
    'access-control-allow-methods': allowedMethods,
    'access-control-allow-headers': 'Ocp-Apim-Subscription-Key, If-None-Match, X-Request-Id, Content-Type',
    'access-control-max-age': '86400',
  },
  body: Buffer.alloc(0),
});
