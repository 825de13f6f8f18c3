import type { DatasetRef } from '../../domain/import-order.ts';
import type { EngineReader } from '../../engine/engine.ts';
import { findImagePlace } from '../../ingest/pictures/image-place.ts';
import type { Store } from '../../store/store.ts';
import { listDatasets } from '../list-datasets.ts';

export type LiveDatasets = ReturnType<typeof createLiveDatasets>;

type Parts = { readonly store: Store; readonly engine: EngineReader; readonly dataDir: string };

/** All datasets of all websites, read again only after a change of the configuration. */
export const createLiveDatasets = ({ store, engine, dataDir }: Parts) => {
  let revision = '';
  let byTracker = new Map<string, DatasetRef>();
  const datasets = (): Map<string, DatasetRef> => {
    const current = store.directory().revision;
    if (current !== revision) {
      byTracker = new Map(listDatasets(store).map((ref) => [ref.dataset.tracker, ref]));
      revision = current;
    }
    return byTracker;
  };
  /** Each dataset with its live version. */
  const list = (): (DatasetRef & { readonly version: string | null })[] =>
    [...datasets().values()].map(({ website, dataset }) => {
      const reader = engine.products(dataset.tracker) ?? engine.keywords(dataset.tracker);
      return { website, dataset, version: reader?.version ?? null };
    });
  return {
    list,
    /** The live version of each dataset. */
    versions: () =>
      list().flatMap(({ website, dataset: { name, tracker }, version }) =>
        version === null ? [] : [{ website: website.name, dataset: name, tracker, version }],
      ),
    /** The folder for a dataset's relative image names. */
    imageFolder: (tracker: string): string | null => {
      const dataset = datasets().get(tracker)?.dataset;
      return dataset === undefined ? null : findImagePlace(dataDir, dataset).folder;
    },
  };
};
