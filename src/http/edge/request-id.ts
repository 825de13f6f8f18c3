import { randomUUID } from 'node:crypto';
import type { Call } from './call.ts';

export const requestIdHeader = 'x-request-id';

/** The caller's own id where it is a sane one, so that both logs tell the same story. */
export const resolveRequestId = ({ headers }: Pick<Call, 'headers'>): string => {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
};
