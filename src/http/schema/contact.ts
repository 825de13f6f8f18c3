import type { JsonObject } from './json.ts';

/** Whoever runs this service answers questions about it; `address` is its public URL, where it is known. */
export const describeContact = (address: string | null): JsonObject => ({
  name: 'The operator of this service',
  ...(address !== null && { url: `${address}/docs` }),
});
