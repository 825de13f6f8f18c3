import type { FailureReason } from './model/attributes.ts';

/** The service that served this module; an element's `base` attribute overrides it. */
const ownBase = new URL(/* @vite-ignore */ '..', import.meta.url).href;

export type Service = { readonly base: string; readonly key: string };

export const readService = (element: Element): Service => ({
  base: `${(element.getAttribute('base') ?? ownBase).replace(/\/+$/, '')}/`,
  key: element.getAttribute('key') ?? element.getAttribute('api-key') ?? '',
});

/** The parsed answer, and what events about its list carry: the request id and the version of the catalogue. */
export type ServiceAnswer = {
  readonly answer: unknown;
  readonly requestId: string | null;
  readonly version: string | null;
};

export class ServiceFailure extends Error {
  readonly reason: FailureReason;
  readonly status: number | null;

  constructor(reason: FailureReason, message: string, status: number | null = null) {
    super(message);
    this.reason = reason;
    this.status = status;
  }
}

export type Question = {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** A photo; null: the parameters say it all. */
  readonly body?: FormData | null;
  /** Decides which share of the traffic the call belongs to. */
  readonly shopper: string | null;
  readonly timeoutMs: number;
};

export const fetchAnswer = async (
  { base, key }: Service,
  { path, parameters, body = null, shopper, timeoutMs }: Question,
  signal: AbortSignal,
): Promise<ServiceAnswer> => {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${base}${path}?${new URLSearchParams(parameters).toString()}`, {
      headers: { 'Ocp-Apim-Subscription-Key': key, ...(shopper && { 'X-Kindred-Shopper': shopper }) },
      credentials: 'omit',
      ...(body && { method: 'POST', body }),
      signal: AbortSignal.any([signal, deadline]),
    });
    const answer = await readJson(response);
    if (!response.ok) throw toFailure(response.status, answer);
    const { headers } = response;
    return { answer, requestId: headers.get('x-request-id'), version: headers.get('x-kindred-version') };
  } catch (error) {
    if (signal.aborted || error instanceof ServiceFailure) throw error;
    throw deadline.aborted
      ? new ServiceFailure('timeout', `No answer within ${timeoutMs} ms.`)
      : new ServiceFailure('unreachable', `${base} cannot be reached.`);
  }
};

/** A proxy in between may answer anything. */
const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    if (response.ok) throw new ServiceFailure('unreadable', 'The answer is not JSON.', response.status);
    return null;
  }
};

/** Errors are a JSON string, or an object with `message`. */
const toFailure = (status: number, answer: unknown): ServiceFailure => {
  const detail = typeof answer === 'object' && answer && 'message' in answer ? answer.message : answer;
  const reason = status === 429 || status >= 500 ? 'unavailable' : 'refused';
  const message = typeof detail === 'string' && detail !== '' ? detail : `The service answers ${status}.`;
  return new ServiceFailure(reason, message, status);
};

/** Sends a UBI event without waiting for it. `keepalive` lets it finish when the page is being left. */
export const sendEvent = ({ base, key }: Service, event: object): void => {
  const address = `${base}events?${new URLSearchParams({ 'subscription-key': key }).toString()}`;
  const options = {
    method: 'POST',
    body: JSON.stringify(event),
    keepalive: true,
    credentials: 'omit',
  } as const;
  fetch(address, options).catch(() => undefined);
};
