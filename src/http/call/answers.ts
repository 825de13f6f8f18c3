import type { Answer } from './call.ts';

const json = { 'content-type': 'application/json; charset=utf-8' } as const;

/**
 * The exact bodies of Azure API Management, spaces included: clients written for it compare them as text.
 */
const gatewayAnswer = (status: number, message: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { ...json, 'cache-control': 'no-store', ...headers },
  body: Buffer.from(`{ "statusCode": ${status}, "message": ${JSON.stringify(message)} }`),
});

export const notFound = (): Answer => gatewayAnswer(404, 'Resource not found');

export const methodNotAllowed = (allow: string): Answer =>
  gatewayAnswer(405, 'Method not allowed', { allow });

export const missingKey = (realm: string): Answer =>
  gatewayAnswer(
    401,
    'Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API.',
    challenge(realm),
  );

export const invalidKey = (realm: string): Answer =>
  gatewayAnswer(
    401,
    'Access denied due to invalid subscription key. Make sure to provide a valid key for an active subscription.',
    challenge(realm),
  );

export const overRate = (seconds: number): Answer =>
  gatewayAnswer(429, `Rate limit is exceeded. Try again in ${seconds} seconds.`, {
    'retry-after': String(seconds),
  });

export const overQuota = (seconds: number): Answer =>
  gatewayAnswer(403, `Out of call volume quota. Quota will be replenished in ${formatClock(seconds)}.`, {
    'retry-after': String(seconds),
  });

/** A JSON value as body, a text for 400, 413, 500 and 503. */
export const jsonAnswer = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { ...json, 'cache-control': 'no-store', ...headers },
  body: Buffer.from(JSON.stringify(value)),
});

export const textAnswer = (status: number, text: string, headers?: Record<string, string>): Answer =>
  jsonAnswer(status, text, headers);

/** Nobody reads it; the status (as in nginx) is for log and metrics. */
export const callerClosed = (): Answer => ({
  status: 499,
  headers: { 'cache-control': 'no-store' },
  body: Buffer.alloc(0),
});

export const internalError = (requestId: string): Answer =>
  textAnswer(
    500,
    `Something went wrong on our side. Please give this request id when you report it: ${requestId}`,
  );

export const unavailable = (text: string, seconds: number): Answer =>
  textAnswer(503, text, { 'retry-after': String(seconds) });

const challenge = (realm: string): Record<string, string> => {
  const parts = `realm="${realm}",name="Ocp-Apim-Subscription-Key",type="header"`;
  return { 'www-authenticate': `AzureApiManagementKey ${parts}` };
};

/** hh:mm:ss; hours may exceed 24. */
const formatClock = (seconds: number): string => {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
};
