import { type FailureKind, KindredError } from './kindred-error.ts';

export type SenderOptions = {
  /** Where the service is, without a trailing slash: `https://kindred.example`. */
  readonly baseUrl: string;
  /** A subscription key. In browsers use a publishable one: everybody can read it. */
  readonly key: string;
  /** Longest wait for one attempt. 5,000 unless set. */
  readonly timeoutMs?: number;
  /** Attempts after the first one. 2 unless set. */
  readonly retries?: number;
  /** Longest pause between two attempts, also when `Retry-After` asks for more. 10,000 unless set. */
  readonly maxRetryDelayMs?: number;
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
};

export type CallOptions = {
  /** Ends the call, waiting between attempts included. */
  readonly signal?: AbortSignal;
};

type SendRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Blob | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
  /** A refusal that is an answer, because its body says more than an error. */
  readonly isAnswer?: (answer: ReceivedAnswer) => boolean;
};

export type Send = (request: SendRequest) => Promise<ReceivedAnswer>;

export type ReceivedAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

/** Statuses that may be different at the next attempt. */
const retryable = new Set([429, 500, 502, 503, 504]);
const firstDelayMs = 200;

/** Sends a request; retries what may pass, as `Retry-After` asks or with doubling pauses; throws `KindredError`. */
export const createSender = (options: SenderOptions): Send => {
  const { timeoutMs = 5000, retries = 2, maxRetryDelayMs = 10_000 } = options;
  const base = options.baseUrl.replace(/\/+$/, '');

  /** The body is part of the attempt: it can hang or break off as well. */
  const attempt = async ({ method, path, headers, body, signal }: SendRequest): Promise<ReceivedAnswer> => {
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      // In browsers `fetch` must be called as a function, not as a method.
      const request = options.fetch ?? fetch;
      const response = await request(base + path, {
        method,
        headers: { ...headers, 'Ocp-Apim-Subscription-Key': options.key },
        credentials: 'omit',
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
        ...(body !== undefined && { body }),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (cause) {
      // A caller that gave up gets its own reason, as with a bare fetch.
      signal?.throwIfAborted();
      throw deadline.aborted
        ? new KindredError('timeout', `No answer within ${timeoutMs} ms.`, { cause })
        : new KindredError('unreachable', `${base} cannot be reached.`, { cause });
    }
  };

  return async (sendRequest) => {
    for (let retry = 0; ; retry += 1) {
      const isLast = retry >= retries;
      let delayMs = Math.min(firstDelayMs * 2 ** retry, maxRetryDelayMs);
      try {
        const answer = await attempt(sendRequest);
        if (answer.status < 300 || answer.status === 304 || sendRequest.isAnswer?.(answer)) return answer;
        delayMs = readRetryAfterMs(answer) ?? delayMs;
        // Asked to wait longer than the caller allows: the answer would only be the same again.
        if (isLast || !retryable.has(answer.status) || delayMs > maxRetryDelayMs) throw toError(answer);
      } catch (error) {
        const isTransient = error instanceof KindredError && error.status === null;
        if (isLast || !isTransient) throw error;
      }
      await pause(delayMs, sendRequest.signal);
    }
  };
};

/** Seconds or a date, as HTTP has it. */
const readRetryAfterMs = ({ headers }: ReceivedAnswer): number | null => {
  const text = headers.get('retry-after');
  if (text === null) return null;
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
};

const toError = ({ status, headers, text }: ReceivedAnswer): KindredError => {
  const kind: FailureKind = retryable.has(status) ? 'unavailable' : 'refused';
  const message = readMessage(text) ?? `The service answered ${status}.`;
  return new KindredError(kind, message, { status, requestId: headers.get('x-request-id') });
};

/** Errors are a JSON string, or an object with `message`. */
const readMessage = (text: string): string | null => {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'string') return body;
    const isObject = typeof body === 'object' && body !== null && 'message' in body;
    return isObject && typeof body.message === 'string' ? body.message : null;
  } catch {
    return null;
  }
};

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('The call was aborted.'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

/** Absent and null values are left out. */
export const addQuery = (path: string, query: object): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) parameters.append(name, String(value));
  }
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
};
