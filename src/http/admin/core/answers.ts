import { type FaultCode, Fault, faultTable } from '../../../errors.ts';

export type ErrorAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Answers of the admin API may not be cached, framed, sniffed or read by other sites. */
export const adminHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const faultCodeByStatus: Readonly<Record<number, FaultCode>> = { 404: 'not-found', 413: 'too-large' };

/** A fault with its message; any other error as a 500 with only the request id. */
export const presentFault = (error: unknown, requestId: string): ErrorAnswer => {
  const fault = toFault(error, requestId);
  const { code, message, nextStep, issues, retryAfterSeconds, needs, reason } = fault;
  const body = {
    code,
    message,
    ...(nextStep !== undefined && { nextStep }),
    requestId,
    ...reason,
    ...(issues.length > 0 && {
      faults: issues.map(({ reason: detail, ...issue }) => ({ ...issue, ...detail })),
    }),
    ...(needs === 'code' && { needsCode: true }),
  };
  return {
    status: faultTable[code].status,
    headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
    body: JSON.stringify(body),
  };
};

const toFault = (error: unknown, requestId: string): Fault => {
  if (error instanceof Fault && faultTable[error.code].status !== 500) return error;
  const { statusCode } = error as { statusCode?: unknown };
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new Fault(faultCodeByStatus[statusCode] ?? 'bad-input', frameworkText(statusCode), {
      ...(statusCode === 404 && { reason: { reason: 'nothing-here' } }),
    });
  return new Fault('internal', 'Something went wrong on our side.', {
    nextStep: `Please give this request id when you report it: ${requestId}`,
    reason: { reason: 'our-fault', values: { requestId } },
  });
};

const frameworkText = (status: number): string => {
  if (status === 404) return 'There is nothing at this address.';
  if (status === 413) return 'The body is too large.';
  return status === 415 ? 'The body must be JSON.' : 'The body cannot be read as JSON.';
};
