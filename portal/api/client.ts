import type { AdminAddress, AdminApiByAddress } from '../../src/http/admin/client-types.ts';
import { ApiError, type ErrorBody } from './api-error.ts';
import { forgetEarlyAnswers, takeEarlyAnswer } from './early-answers.ts';

/*
 * Path, parameters, query, body and answer of each call are typed by the route table of the service, of which only the
 * types are imported: a path that is not in the table, a missing parameter or a wrong body does not compile.
 */

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** The paths of a method: `/admin/websites/{website}/boxes` … */
type PathOf<M extends Method> = AdminAddress extends infer A
  ? A extends `${M} ${infer Path}`
    ? Path
    : never
  : never;
type RouteAt<M extends Method, P extends string> = AdminApiByAddress[`${M} ${P}` & AdminAddress];

type Params<R extends { readonly params: object }> = keyof R['params'] extends never
  ? { readonly params?: undefined }
  : { readonly params: R['params'] };
type Query<R extends { readonly query: unknown }> = R['query'] extends undefined
  ? { readonly query?: undefined }
  : { readonly query?: R['query'] };
/** A body of optional fields alone may be left out; an upload takes its place where the route allows one. */
type Body<R extends { readonly body: unknown; readonly upload: boolean }> = R['body'] extends undefined
  ? { readonly body?: undefined }
  : R['upload'] extends true
    ? { readonly body?: R['body'] | FormData }
    : Record<never, never> extends R['body']
      ? { readonly body?: R['body'] }
      : { readonly body: R['body'] };

type RequestTo<M extends Method, P extends string> = Params<RouteAt<M, P>> &
  Query<RouteAt<M, P>> &
  Body<RouteAt<M, P>> & { readonly signal?: AbortSignal };
/** The request may be left out where nothing in it is required. */
type Arguments<M extends Method, P extends string> =
  Record<never, never> extends RequestTo<M, P> ? [request?: RequestTo<M, P>] : [request: RequestTo<M, P>];
type AnswerOf<M extends Method, P extends string> = RouteAt<M, P>['answer'];

type AnyRequest = {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
};

/** A value is encoded, so that a name can never leave its segment of the path. */
export const fillPath = (path: string, params: Readonly<Record<string, string>> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** Empty values are left out: the service reads an absent parameter as "not asked". */
export const withQuery = (address: string, query: object = {}): string => {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return parameters.length > 0 ? `${address}?${new URLSearchParams(parameters).toString()}` : address;
};

/** The address of a route that the browser opens itself: a picture, a download, a stream of events. */
export const addressOf = <P extends PathOf<'GET'>>(path: P, params: RouteAt<'GET', P>['params']): string =>
  fillPath(path, params);

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

/** The only cast of an answer. The contract tests of the service check every answer against the same table. */
const send = async <T>(method: Method, path: string, request: AnyRequest = {}): Promise<T> => {
  const address = withQuery(fillPath(path, request.params), request.query);
  if (method !== 'GET') forgetEarlyAnswers();
  const response =
    (method === 'GET' ? await takeEarlyAnswer(address) : null) ??
    (await fetch(address, {
      method,
      credentials: 'same-origin',
      ...(request.signal ? { signal: request.signal } : {}),
      ...encodeBody(request.body),
    }));
  if (!response.ok)
    throw new ApiError(response.status, await readErrorBody(response), response.headers.get('x-request-id'));
  return (response.status === 204 ? undefined : await response.json()) as T;
};

const call =
  <M extends Method>(method: M) =>
  <P extends PathOf<M>>(path: P, ...[request]: Arguments<M, P>): Promise<AnswerOf<M, P>> =>
    send<AnswerOf<M, P>>(method, path, request);

export const api = { get: call('GET'), post: call('POST'), put: call('PUT'), remove: call('DELETE') };
