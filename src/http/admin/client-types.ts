import type { AdminRoute } from './route-table.ts';
import type { PathParameterNames, Route, SchemaValue } from './contract/route.ts';

type PropertySchema<R, K extends string> = R extends { readonly [P in K]: infer S } ? S : undefined;

type Answer<R extends Route> = R extends { readonly media: 'image/webp' }
  ? Blob
  : R extends { readonly media: 'text/event-stream' }
    ? AsyncIterable<SchemaValue<R['response']>>
    : R extends { readonly media: 'text/csv' | 'application/x-ndjson' }
      ? string
      : R['response'] extends null
        ? void
        : SchemaValue<R['response']>;

/** What a client of one route needs to know; every part is taken from its row of the route table. */
type ClientRoute<R extends Route> = {
  readonly id: R['id'];
  readonly method: R['method'];
  readonly path: R['path'];
  readonly params: Readonly<Record<PathParameterNames<R['path']>, string>>;
  /** undefined: the route has no query parameters. */
  readonly query: SchemaValue<PropertySchema<R, 'query'>>;
  /** undefined: the route has no body. */
  readonly body: SchemaValue<PropertySchema<R, 'body'>>;
  /** Whether a `FormData` with a file may be sent instead of the body. */
  readonly upload: R extends { readonly upload: string } ? true : false;
  readonly answer: Answer<R>;
};

/**
 * The admin API by route id, for clients. Types only: importing it bundles no server code.
 *
 *     AdminApi['getBox']['path']      // '/admin/websites/{website}/boxes/{box}'
 *     AdminApi['getBox']['params']    // { website: string; box: string }
 *     AdminApi['getBox']['answer']    // { declaration: …; tracker: string; … }
 */
export type AdminApi = { readonly [R in AdminRoute as R['id']]: ClientRoute<R> };

export type AdminRouteId = keyof AdminApi;

/** The same by address: `AdminApiByAddress['GET /admin/websites/{website}/boxes/{box}']`. */
export type AdminApiByAddress = {
  readonly [R in AdminRoute as `${R['method']} ${R['path']}`]: ClientRoute<R>;
};

export type AdminAddress = keyof AdminApiByAddress;
