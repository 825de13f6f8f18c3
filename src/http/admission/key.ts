import type { Subscription } from '../../domain/subscription.ts';
import { type Call, urlPath } from '../call/call.ts';
import { onlyValue, type Query } from '../call/query.ts';

const keyHeader = 'ocp-apim-subscription-key';
const keyParameter = 'subscription-key';

export const hasKeyHeader = ({ headers }: Call): boolean => headers[keyHeader] !== undefined;

/** The key of the header, or of the query when the header is absent. */
export const readKey = ({ headers }: Call, query: Query): string | null => {
  const header = headers[keyHeader];
  const given = header === undefined ? query.values.get(keyParameter)?.[0] : String(header);
  return given === undefined || given === '' ? null : given;
};

/** Throws `bad-input` when the key comes from a query parameter that is given more than once. */
export const refuseRepeatedKey = (call: Call, query: Query): void => {
  if (!hasKeyHeader(call)) onlyValue(query, keyParameter);
};

export const isAllowedOrigin = ({ kind, origins }: Subscription, origin: string | undefined): boolean => {
  if (kind !== 'publishable' || origins.length === 0) return true;
  return origin !== undefined && origins.includes(origin);
};

/** `<scheme>://<host>/<first path segment>`: the realm in the form that Azure API Management uses. */
export const buildRealm = (call: Call, publicUrl: string | null): string => {
  const origin = publicUrl === null ? buildBaseUrl(call, null) : new URL(publicUrl).origin;
  return `${origin}/${urlPath(call.url).split('/')[1] ?? ''}`;
};

/** Where this service is reached: the configured address, else the one of the request. */
export const buildBaseUrl = (call: Call, publicUrl: string | null): string =>
  publicUrl === null ? `${call.scheme}://${readHost(call)}` : publicUrl.replace(/\/+$/, '');

/** The caller controls the Host header: only a valid host is copied into a response header. */
const readHost = ({ headers }: Call): string => {
  const host = headers.host ?? '';
  return /^[\w.:[\]-]{1,255}$/.test(host) ? host : 'localhost';
};
