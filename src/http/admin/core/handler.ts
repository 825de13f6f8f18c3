import type { Actor, Store } from '../../../store/store.ts';
import type { ClientInfo } from '../../../store/account-types.ts';
import type { Website } from '../../../domain/website.ts';
import type { Access, NamesIn, Route, Sent } from '../contract/route.ts';
import type { Principal } from './principal.ts';
import type { ReceivedFile } from './upload.ts';

export type { Store };

type WhoOf<A extends Access> = A extends 'public' ? Principal | null : Principal;
type WebsiteOf<A extends Access> = A extends 'viewer' | 'merchandiser' | 'owner' ? Website : null;

/** A call that may be answered: everything in it has been checked against its row of the table. */
export type Asked<R extends Route> = {
  readonly params: Readonly<Record<NamesIn<R['path']>, string>>;
  readonly query: Sent<R['query']>;
  readonly body: Sent<R['body']>;
  /** The feed that came instead of a body; it is gone when the call has been answered. */
  readonly file: ReceivedFile | null;
  readonly who: WhoOf<R['access']>;
  readonly website: WebsiteOf<R['access']>;
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
export type Ready = { readonly ready: Buffer };

type Answered<R extends Route> = R extends { readonly media: 'image/webp' }
  ? Uint8Array
  : R extends { readonly media: string }
    ? AsyncIterable<string>
    : R['response'] extends null
      ? void
      : Sent<R['response']> | Ready;

export type Handler<R extends Route> = (asked: Asked<R>) => Answered<R> | Promise<Answered<R>>;

/** One handler for each row: a row without one does not compile. */
export type HandlersOf<Rows extends readonly Route[]> = {
  readonly [R in Rows[number] as R['id']]: Handler<R>;
};
