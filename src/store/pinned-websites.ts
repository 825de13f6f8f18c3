import type { Website } from '../domain/website.ts';
import type { Store } from './store.ts';

/**
 * The websites whose versions a node has in memory: those of its group, where websites are pinned to groups of nodes. Every
 * node knows the settings of all websites.
 */
export type PinnedWebsites = {
  readonly isServed: (website: Website) => boolean;
  /** False: this is no dataset of a website that is served here. */
  readonly holds: (tracker: string) => boolean;
  /** The website of a dataset that other nodes serve; null: it is served here, or there is no such dataset. */
  readonly findElsewhere: (tracker: string) => Website | null;
};

/** Websites by name: `names` may hold some that are created later. None: all are served. */
export const createPinnedWebsites = (
  store: Pick<Store, 'websites' | 'datasets' | 'directory'>,
  names: readonly string[],
): PinnedWebsites => {
  if (names.length === 0) return { isServed: () => true, holds: () => true, findElsewhere: () => null };
  let revision = '';
  let byTracker: ReadonlyMap<string, Website> = new Map();
  const websiteOf = (tracker: string): Website | null => {
    const current = store.directory().revision;
    if (current !== revision) {
      byTracker = readWebsites(store);
      revision = current;
    }
    return byTracker.get(tracker) ?? null;
  };
  const isServed = ({ name }: Website): boolean => names.includes(name);
  return {
    isServed,
    holds: (tracker) => {
      const website = websiteOf(tracker);
      return website !== null && isServed(website);
    },
    findElsewhere: (tracker) => {
      const website = websiteOf(tracker);
      return website === null || isServed(website) ? null : website;
    },
  };
};

const readWebsites = (store: Pick<Store, 'websites' | 'datasets'>): ReadonlyMap<string, Website> =>
  new Map(
    store.websites
      .list()
      .flatMap((website) =>
        store.datasets.list(website.id).map(({ tracker }) => [tracker, website] as const),
      ),
  );
