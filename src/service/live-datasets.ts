import type { Dataset } from '../domain/dataset.ts';
import type { Website } from '../domain/website.ts';
import type { EngineReader } from '../engine/engine.ts';
import type { Store } from '../store/store.ts';

type Known = { readonly website: Website; readonly dataset: Dataset };

export type LiveDatasets = {
  /** The version of each dataset that is being served. */
  readonly versions: () => { website: string; dataset: string; version: string }[];
  /** Where a dataset's relative image names are looked up. */
  readonly imageFolder: (tracker: string) => string | null;
};

/** All datasets of all websites, read again only when the configuration changed. */
export const createLiveDatasets = (store: Store, engine: EngineReader): LiveDatasets => {
  let revision = '';
  let known = new Map<string, Known>();
  const datasets = (): Map<string, Known> => {
    const current = store.directory().revision;
    if (current !== revision) {
      known = readAll(store);
      revision = current;
    }
    return known;
  };
  return {
    versions: () =>
      [...datasets().values()].flatMap(({ website, dataset }) => {
        const reader = engine.products(dataset.tracker) ?? engine.keywords(dataset.tracker);
        return reader === null
          ? []
          : [{ website: website.name, dataset: dataset.name, version: reader.version }];
      }),
    imageFolder: (tracker) => datasets().get(tracker)?.dataset.source?.images ?? null,
  };
};

const readAll = (store: Store): Map<string, Known> => {
  return new Map(
    store.websites
      .list()
      .flatMap((website) =>
        store.datasets.list(website.id).map((dataset) => [dataset.tracker, { website, dataset }] as const),
      ),
  );
};
