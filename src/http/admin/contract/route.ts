import type { Static, TObject, TSchema } from 'typebox';

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

/** A property that `Route` does not have must be `never`: a generic parameter alone would accept any. */
type OnlyRouteProperties<R> = { readonly [K in Exclude<keyof R, keyof Route>]: never };

/** Keeps the literal type of a route, so that its handler is typed by it. */
export const route = <const R extends Route>(row: R & OnlyRouteProperties<R>): R => row;

/** Parameters of a path: `/admin/websites/{website}` → `website`. */
export type PathParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameterNames<Rest>
  : never;

type ReadonlyDeep<T> = T extends (infer Item)[]
  ? readonly ReadonlyDeep<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> }
    : T;

export type SchemaValue<S> = S extends TSchema ? ReadonlyDeep<Static<S>> : undefined;

export const pathParameterNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

export const successStatus = ({ status, response }: Route): number =>
  status ?? (response === null ? 204 : 200);
