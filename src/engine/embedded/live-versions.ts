import { join } from 'node:path';
import type { KeywordReader, ProductReader, VersionId } from '../engine.ts';
import { createKeywordReader } from './keywords/keyword-reader.ts';
import type { LoggedChange } from './overlay/change-codec.ts';
import type { ChangeLog } from './overlay/change-log.ts';
import { patchCatalogue } from './overlay/patch-catalogue.ts';
import type { BaseVersion } from './products/base-version.ts';
import type { Catalogue } from './products/catalogue.ts';
import { openCatalogue } from './products/open-catalogue.ts';
import { productFiles } from './products/product-files.ts';
import { createProductReader } from './products/product-reader.ts';
import type { Files } from './storage/files.ts';
import { readLivePointer } from './storage/live-pointer.ts';
import { loadVersion } from './storage/load-version.ts';

/** What went wrong with a dataset while its service goes on, for a log. */
export type Problem = { readonly dataset: string; readonly version: VersionId; readonly error: unknown };

type LiveProducts = {
  readonly kind: 'products';
  /** The version as it was published. */
  readonly published: BaseVersion;
  /** With the live changes since then; the last of them is `seenThrough`. */
  readonly current: Catalogue;
  readonly reader: ProductReader;
  readonly seenThrough: number;
};

type LiveDataset = LiveProducts | { readonly kind: 'keywords'; readonly reader: KeywordReader };

/** Readers of the live versions, kept up with what this and other processes publish and change. */
export type LiveVersions = {
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

export const openLiveVersions = (
  files: Files,
  root: string,
  changeLog: (dataset: string) => ChangeLog,
  onProblem: (problem: Problem) => void,
  /** Whether a version has its vectors in memory before it takes over, or reads them when they are asked for. */
  serves: boolean,
): LiveVersions => {
  const datasets = new Map<string, LiveDataset>();
  /** The live version last looked at, loadable or not: a damaged one is not read again at every turn. */
  const lastPointers = new Map<string, VersionId>();
  const publishedVersion = (dataset: string): BaseVersion | null => {
    const found = datasets.get(dataset);
    return found?.kind === 'products' ? found.published : null;
  };
  const load = async (dataset: string, version: VersionId): Promise<LiveDataset | null> => {
    try {
      const opened = await openVersion(files, join(root, dataset), version, publishedVersion(dataset));
      if (serves && opened.kind === 'products') await opened.published.catalogue.vectors.load();
      return opened.kind === 'products' ? applyLiveChanges(opened, await changeLog(dataset).read()) : opened;
    } catch (error) {
      onProblem({ dataset, version, error });
      return null;
    }
  };
  const loadNewestVersion = async (dataset: string): Promise<void> => {
    const live = await readLivePointer(files, join(root, dataset));
    if (!live || lastPointers.get(dataset) === live.version) return;
    for (const version of [live.version, ...live.previous]) {
      if (datasets.get(dataset)?.reader.version === version) break;
      const opened = await load(dataset, version);
      if (!opened) continue;
      datasets.set(dataset, opened);
      break;
    }
    lastPointers.set(dataset, live.version);
  };
  const refresh = serializePerDataset(async (dataset) => {
    await loadNewestVersion(dataset);
    const found = datasets.get(dataset);
    if (found?.kind !== 'products') return;
    datasets.set(dataset, applyLiveChanges(found, await changeLog(dataset).read()));
  });
  return {
    products: (dataset) => {
      const found = datasets.get(dataset);
      return found?.kind === 'products' ? found.reader : null;
    },
    keywords: (dataset) => {
      const found = datasets.get(dataset);
      return found?.kind === 'keywords' ? found.reader : null;
    },
    catalogue: (dataset) => {
      const found = datasets.get(dataset);
      return found?.kind === 'products' ? found.current : null;
    },
    published: publishedVersion,
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
): Promise<LiveDataset> => {
  const loaded = await loadVersion(files, folder, version, [productFiles.looks, productFiles.reserve]);
  if (loaded.manifest.kind === 'keywords') return { kind: 'keywords', reader: createKeywordReader(loaded) };
  const { manifest } = loaded;
  const catalogue = await openCatalogue(loaded, before);
  const published = { manifest, catalogue };
  const reader = createProductReader(catalogue);
  return { kind: 'products', published, current: catalogue, reader, seenThrough: mergedThrough(published) };
};

/** The version holds live changes up to this number. */
const mergedThrough = ({ manifest }: BaseVersion): number => manifest.changesThrough ?? 0;

/** The same when nothing was changed since; a reader that was handed out never changes. */
const applyLiveChanges = (held: LiveProducts, log: readonly LoggedChange[]): LiveProducts => {
  const last = log.at(-1)?.sequence ?? 0;
  if (last <= held.seenThrough) return held;
  const through = mergedThrough(held.published);
  const changes = log.filter(({ sequence }) => sequence > through);
  const current = patchCatalogue(held.published.catalogue, changes);
  return { ...held, current, reader: createProductReader(current), seenThrough: last };
};

/** A later call never overtakes an earlier one, so an older version cannot replace a newer. */
const serializePerDataset = (
  work: (dataset: string) => Promise<void>,
): ((dataset: string) => Promise<void>) => {
  const last = new Map<string, Promise<void>>();
  return (dataset) => {
    const before = last.get(dataset) ?? Promise.resolve();
    const next = before.catch(() => {}).then(() => work(dataset));
    last.set(dataset, next);
    return next;
  };
};
