import type { Website } from '../../domain/website.ts';
import type { Actor, Settings } from '../../store/store.ts';

/** What the steps of applying a declaration share. */
export type ApplyContext = {
  readonly settings: Settings;
  readonly actor: Actor;
  readonly baseFolder: string | null;
  readonly website: Website;
};
