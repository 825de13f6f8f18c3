import { join } from 'node:path';
import type { KeywordReader, ProductReader, VersionId } from '../engine.ts';
import { keywordReader } from './keywords/keyword-reader.ts';
import { openCatalogue } from './products/open-catalogue.ts';
import { productReader } from './products/product-reader.ts';
import type { Files } from './storage/files.ts';
import { readLive } from './storage/live-pointer.ts';
import { loadVersion } from './storage/load-version.ts';

/** What went wrong with a dataset while its service goes on, for a log. */
export type Problem = { readonly dataset: string; readonly version: VersionId; readonly error: unknown };

type Held =
  | { readonly kind: 'products'; readonly reader: ProductReader }
  | { readonly kind: 'keywords'; readonly reader: KeywordReader };

/** Readers of the live versions, kept up with what this and other processes publish. */
export type Shelf = {
  products(dataset: string): ProductReader | null;
  keywords(dataset: string): KeywordReader | null;
  /** Loads what is live now, if it is not held already. */
  refresh(dataset: string): Promise<void>;
  refreshAll(): Promise<void>;
};

export const openShelf = (files: Files, root: string, onProblem: (problem: Problem) => void): Shelf => {
  const held = new Map<string, Held>();
  /** The live version last looked at, loadable or not: a damaged one is not read again at every turn. */
  const seen = new Map<string, VersionId>();
  const load = async (dataset: string, version: VersionId): Promise<Held | null> => {
    try {
      return await openVersion(files, join(root, dataset), version);
    } catch (error) {
      onProblem({ dataset, version, error });
      return null;
    }
  };
  const refreshOne = async (dataset: string): Promise<void> => {
    const live = await readLive(files, join(root, dataset));
    if (!live || seen.get(dataset) === live.version) return;
    for (const version of [live.version, ...live.previous]) {
      if (held.get(dataset)?.reader.version === version) break;
      const opened = await load(dataset, version);
      if (!opened) continue;
      held.set(dataset, opened);
      break;
    }
    seen.set(dataset, live.version);
  };
  const refresh = oneAtATime(refreshOne);
  return {
    products: (dataset) => {
      const found = held.get(dataset);
      return found?.kind === 'products' ? found.reader : null;
    },
    keywords: (dataset) => {
      const found = held.get(dataset);
      return found?.kind === 'keywords' ? found.reader : null;
    },
    refresh,
    refreshAll: async () => {
      for (const dataset of await files.list(root)) await refresh(dataset);
    },
  };
};

const openVersion = async (files: Files, folder: string, version: VersionId): Promise<Held> => {
  const loaded = await loadVersion(files, folder, version);
  return loaded.manifest.kind === 'products'
    ? { kind: 'products', reader: productReader(openCatalogue(loaded)) }
    : { kind: 'keywords', reader: keywordReader(loaded) };
};

/** A later call never overtakes an earlier one, so an older version cannot replace a newer. */
const oneAtATime = (work: (dataset: string) => Promise<void>): ((dataset: string) => Promise<void>) => {
  const last = new Map<string, Promise<void>>();
  return (dataset) => {
    const before = last.get(dataset) ?? Promise.resolve();
    const next = before.catch(() => {}).then(() => work(dataset));
    last.set(dataset, next);
    return next;
  };
};
