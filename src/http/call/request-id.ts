import { randomUUID } from 'node:crypto';
import type { Call } from './call.ts';

export const requestIdHeader = 'x-request-id';

/** The caller's own id if it is valid, so that the logs of both sides can be matched; otherwise a new one. */
export const resolveRequestId = ({ headers }: Pick<Call, 'headers'>): string => {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
};
