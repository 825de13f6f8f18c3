import type { Website } from '../../domain/website.ts';
import type { Actor, Store } from '../../store/store.ts';

/** What the steps of applying a declaration share. */
export type ApplyContext = {
  readonly store: Store;
  readonly actor: Actor;
  readonly baseFolder: string | null;
  readonly website: Website;
};
