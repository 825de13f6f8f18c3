import { join } from 'node:path';
import type { KeywordReader, ProductReader, VersionId } from '../engine.ts';
import { keywordReader } from './keywords/keyword-reader.ts';
import type { LoggedChange } from './overlay/change-codec.ts';
import type { ChangeLog } from './overlay/change-log.ts';
import { patchCatalogue } from './overlay/patch-catalogue.ts';
import type { BaseVersion } from './products/base-version.ts';
import type { Catalogue } from './products/catalogue.ts';
import { openCatalogue } from './products/open-catalogue.ts';
import { productFiles } from './products/product-files.ts';
import { productReader } from './products/product-reader.ts';
import type { Files } from './storage/files.ts';
import { readLive } from './storage/live-pointer.ts';
import { loadVersion } from './storage/load-version.ts';

/** What went wrong with a dataset while its service goes on, for a log. */
export type Problem = { readonly dataset: string; readonly version: VersionId; readonly error: unknown };

type HeldProducts = {
  readonly kind: 'products';
  /** The version as it was published. */
  readonly published: BaseVersion;
  /** With the live changes since then; the last of them is `seenThrough`. */
  readonly current: Catalogue;
  readonly reader: ProductReader;
  readonly seenThrough: number;
};

type Held = HeldProducts | { readonly kind: 'keywords'; readonly reader: KeywordReader };

/** Readers of the live versions, kept up with what this and other processes publish and change. */
export type Shelf = {
  products(dataset: string): ProductReader | null;
  keywords(dataset: string): KeywordReader | null;
  /** The live catalogue with its live changes. */
  catalogue(dataset: string): Catalogue | null;
  /** The live version without live changes. */
  published(dataset: string): BaseVersion | null;
  /** Loads what is live now, if it is not held already. */
  refresh(dataset: string): Promise<void>;
  refreshAll(): Promise<void>;
};

export const openShelf = (
  files: Files,
  root: string,
  logOf: (dataset: string) => ChangeLog,
  onProblem: (problem: Problem) => void,
  /** Whether a version has its vectors in memory before it takes over, or reads them when they are asked for. */
  serves: boolean,
): Shelf => {
  const held = new Map<string, Held>();
  /** The live version last looked at, loadable or not: a damaged one is not read again at every turn. */
  const seen = new Map<string, VersionId>();
  const publishedOf = (dataset: string): BaseVersion | null => {
    const found = held.get(dataset);
    return found?.kind === 'products' ? found.published : null;
  };
  const load = async (dataset: string, version: VersionId): Promise<Held | null> => {
    try {
      const opened = await openVersion(files, join(root, dataset), version, publishedOf(dataset));
      if (serves && opened.kind === 'products') await opened.published.catalogue.vectors.load();
      return opened.kind === 'products' ? withChanges(opened, await logOf(dataset).read()) : opened;
    } catch (error) {
      onProblem({ dataset, version, error });
      return null;
    }
  };
  const follow = async (dataset: string): Promise<void> => {
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
  const refresh = oneAtATime(async (dataset) => {
    await follow(dataset);
    const found = held.get(dataset);
    if (found?.kind !== 'products') return;
    held.set(dataset, withChanges(found, await logOf(dataset).read()));
  });
  return {
    products: (dataset) => {
      const found = held.get(dataset);
      return found?.kind === 'products' ? found.reader : null;
    },
    keywords: (dataset) => {
      const found = held.get(dataset);
      return found?.kind === 'keywords' ? found.reader : null;
    },
    catalogue: (dataset) => {
      const found = held.get(dataset);
      return found?.kind === 'products' ? found.current : null;
    },
    published: publishedOf,
    refresh,
    refreshAll: async () => {
      for (const dataset of await files.list(root)) await refresh(dataset);
    },
  };
};

const openVersion = async (
  files: Files,
  folder: string,
  version: VersionId,
  before: BaseVersion | null,
): Promise<Held> => {
  const loaded = await loadVersion(files, folder, version, [productFiles.looks, productFiles.reserve]);
  if (loaded.manifest.kind === 'keywords') return { kind: 'keywords', reader: keywordReader(loaded) };
  const { manifest } = loaded;
  const catalogue = await openCatalogue(loaded, before);
  const published = { manifest, catalogue };
  const reader = productReader(catalogue);
  return { kind: 'products', published, current: catalogue, reader, seenThrough: heldThrough(published) };
};

/** The version holds live changes up to this number. */
const heldThrough = ({ manifest }: BaseVersion): number => manifest.changesThrough ?? 0;

/** The same when nothing was changed since; a reader that was handed out never changes. */
const withChanges = (held: HeldProducts, log: readonly LoggedChange[]): HeldProducts => {
  const last = log.at(-1)?.sequence ?? 0;
  if (last <= held.seenThrough) return held;
  const through = heldThrough(held.published);
  const changes = log.filter(({ sequence }) => sequence > through);
  const current = patchCatalogue(held.published.catalogue, changes);
  return { ...held, current, reader: productReader(current), seenThrough: last };
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
