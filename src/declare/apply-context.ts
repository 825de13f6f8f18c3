import type { Website } from '../domain/website.ts';
import type { Actor, Store } from '../store/store.ts';

/** What every step of applying a declaration works on. */
export type ApplyContext = {
  readonly store: Store;
  readonly actor: Actor;
  readonly baseFolder: string | null;
  readonly website: Website;
};
