import { ApiError, type ErrorBody } from './api-error.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;
export type Request = { readonly query?: Query; readonly body?: unknown; readonly signal?: AbortSignal };

/** `path('websites', 'my shop')` → `/admin/websites/my%20shop`: a name can never leave its segment. */
export const path = (...segments: readonly (string | number)[]): string =>
  `/admin/${segments.map((segment) => encodeURIComponent(segment)).join('/')}`;

const withQuery = (address: string, query: Query = {}): string => {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return parameters.length > 0 ? `${address}?${new URLSearchParams(parameters).toString()}` : address;
};

const readErrorBody = async (response: Response): Promise<ErrorBody> => {
  try {
    return (await response.json()) as ErrorBody;
  } catch {
    return {};
  }
};

const encodeBody = (body: unknown): { body?: BodyInit; headers?: Record<string, string> } => {
  if (body === undefined) return {};
  if (body instanceof FormData) return { body };
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
};

/** Responses are not validated here: the contract tests of the service check them against `api/types.ts`. */
const send = async <T>(method: Method, address: string, request: Request = {}): Promise<T> => {
  const response = await fetch(withQuery(address, request.query), {
    method,
    credentials: 'same-origin',
    ...(request.signal ? { signal: request.signal } : {}),
    ...encodeBody(request.body),
  });
  if (!response.ok)
    throw new ApiError(response.status, await readErrorBody(response), response.headers.get('x-request-id'));
  return (response.status === 204 ? undefined : await response.json()) as T;
};

export const api = {
  get: <T>(address: string, request?: Request) => send<T>('GET', address, request),
  post: <T = void>(address: string, body?: unknown) =>
    send<T>('POST', address, body === undefined ? {} : { body }),
  put: <T = void>(address: string, body: unknown) => send<T>('PUT', address, { body }),
  remove: <T = void>(address: string, body?: unknown) =>
    send<T>('DELETE', address, body === undefined ? {} : { body }),
};
