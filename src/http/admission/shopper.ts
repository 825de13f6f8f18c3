import type { Call } from '../call/call.ts';

const shopperHeader = 'x-kindred-shopper';

/** Long enough for the client ids of analytics tools. */
const maximumLength = 200;

/**
 * The shopper as the caller names them, usually with the `client_id` of its events. It only decides which share of the
 * traffic a call belongs to, and is neither stored nor logged.
 */
export const readShopper = ({ headers }: Pick<Call, 'headers'>): string | null => {
  const given = headers[shopperHeader];
  const text = typeof given === 'string' ? given.trim() : '';
  return text === '' || text.length > maximumLength ? null : text;
};
