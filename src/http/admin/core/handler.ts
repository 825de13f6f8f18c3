import type { Actor, Store } from '../../../store/store.ts';
import type { ClientInfo } from '../../../store/account-types.ts';
import type { Website } from '../../../domain/website.ts';
import type { Access, PathParameterNames, Route, SchemaValue } from '../contract/route.ts';
import type { Principal } from './principal.ts';
import type { ReceivedFile } from './upload.ts';

export type { Store };

type PrincipalFor<A extends Access> = A extends 'public' ? Principal | null : Principal;
type WebsiteFor<A extends Access> = A extends 'viewer' | 'merchandiser' | 'owner' ? Website : null;

/** A call that may be answered: everything in it has been checked against its row of the table. */
export type AdminCall<R extends Route> = {
  readonly params: Readonly<Record<PathParameterNames<R['path']>, string>>;
  readonly query: SchemaValue<R['query']>;
  readonly body: SchemaValue<R['body']>;
  /** The feed that came instead of a body; it is gone when the call has been answered. */
  readonly file: ReceivedFile | null;
  readonly principal: PrincipalFor<R['access']>;
  readonly website: WebsiteFor<R['access']>;
  readonly actor: Actor;
  readonly from: ClientInfo;
  readonly requestId: string;
  /** Where the service is reached by whoever asks, without a slash at the end. */
  readonly baseUrl: string;
  /** Set or take away the cookie of the session. */
  readonly cookie: { readonly set: (token: string) => void; readonly end: () => void };
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
};

/** JSON that is ready as bytes. */
export type SerialisedJson = { readonly json: Buffer };

type HandlerResult<R extends Route> = R extends { readonly media: 'image/webp' }
  ? Uint8Array
  : R extends { readonly media: string }
    ? AsyncIterable<string>
    : R['response'] extends null
      ? void
      : SchemaValue<R['response']> | SerialisedJson;

export type Handler<R extends Route> = (call: AdminCall<R>) => HandlerResult<R> | Promise<HandlerResult<R>>;

/** One handler for each row: a row without one does not compile. */
export type HandlersOf<Rows extends readonly Route[]> = {
  readonly [R in Rows[number] as R['id']]: Handler<R>;
};
