import type { Actor } from '../../../store/store.ts';
import type { ClientInfo } from '../../../store/store.ts';
import type { Website } from '../../../domain/website.ts';
import type { Access, PathParameterNames, Route, SchemaValue } from '../contract/route.ts';
import type { Principal } from './credentials.ts';
import type { ReceivedFile } from './upload.ts';

type PrincipalFor<A extends Access> = A extends 'public' ? Principal | null : Principal;
type WebsiteFor<A extends Access> = A extends 'public' | 'operator' | 'administrator' ? null : Website;

/** An admitted call, validated against its route of the table. */
export type AdminCall<R extends Route> = {
  readonly params: Readonly<Record<PathParameterNames<R['path']>, string>>;
  readonly query: SchemaValue<R['query']>;
  readonly body: SchemaValue<R['body']>;
  /** The feed that was uploaded instead of a body; deleted after the call. */
  readonly file: ReceivedFile | null;
  readonly principal: PrincipalFor<R['access']>;
  readonly website: WebsiteFor<R['access']>;
  readonly actor: Actor;
  readonly from: ClientInfo;
  /** Called on this machine, without a proxy in between. */
  readonly isLocal: boolean;
  readonly requestId: string;
  /** Base URL of the service for this caller, without a trailing slash. */
  readonly baseUrl: string;
  /** Sets or expires the session cookie. */
  readonly cookie: { readonly set: (token: string) => void; readonly end: () => void };
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
};

/** JSON that is serialised already. */
export type SerialisedJson = { readonly json: Buffer };

type HandlerResult<R extends Route> = R extends { readonly media: 'image/webp' }
  ? Uint8Array
  : R extends { readonly media: string }
    ? AsyncIterable<string>
    : R['response'] extends null
      ? void
      : SchemaValue<R['response']> | SerialisedJson;

export type Handler<R extends Route> = (call: AdminCall<R>) => HandlerResult<R> | Promise<HandlerResult<R>>;

/** One handler for each route: a route without one does not compile. */
export type HandlersOf<Rows extends readonly Route[]> = {
  readonly [R in Rows[number] as R['id']]: Handler<R>;
};
