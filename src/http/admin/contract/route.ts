import type { TObject, TSchema } from 'typebox';
import type { ValueOf } from '../../../contract/schema-parts.ts';

/**
 * Who may call a route. `public`: anybody; `operator`: any signed-in operator; a role: a member of the
 * `{website}` in the path with at least this role, or an administrator who entered it; `administrator`: of the
 * installation; `owner-or-administrator`: an administrator need not enter the website for it.
 */
export type Access =
  | 'public'
  | 'operator'
  | 'viewer'
  | 'merchandiser'
  | 'owner'
  | 'administrator'
  | 'owner-or-administrator';

/** One route of the table from which the routes, the OpenAPI document and the tests of both are made. */
export type Route = {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `/admin/websites/{website}/…` */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** The body is a declaration: validated when it is applied, against the stored configuration. */
  readonly isDeclaration?: true;
  /** A file may be sent instead of the body: `multipart/form-data`, in the part of this name. */
  readonly upload?: 'feed' | 'pictures';
  /** null: 204 without a body. */
  readonly response: TSchema | null;
  /** Left out: JSON. */
  readonly media?: 'text/csv' | 'application/x-ndjson' | 'text/event-stream' | 'image/webp';
  /** Left out: 200, or 204 without a response. */
  readonly status?: 201 | 202;
};

type Details = Omit<Route, 'id' | 'method' | 'path' | 'access'>;

/** A property that `Route` does not have must be `never`: a generic parameter alone would accept any. */
type OnlyDetails<D> = { readonly [K in Exclude<keyof D, keyof Details>]: never };

/** Keeps the literal types of a route, so that its handler is typed by it. */
export const route = <
  const Id extends string,
  const Method extends Route['method'],
  const Path extends string,
  const Who extends Access,
  const D extends Details,
>(
  id: Id,
  method: Method,
  path: Path,
  access: Who,
  details: D & OnlyDetails<D>,
) => ({ id, method, path, access, ...(details as D) });

/** Parameters of a path: `/admin/websites/{website}` → `website`. */
export type PathParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameterNames<Rest>
  : never;

export type SchemaValue<S> = S extends TSchema ? ValueOf<S> : undefined;

export const pathParameterNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

export const successStatus = ({ status, response }: Route): number =>
  status ?? (response === null ? 204 : 200);
