import { join } from 'node:path';
import { Fault } from '../../errors.ts';
import type { EngineProblem, KeywordReader, ProductReader, VersionId } from '../engine.ts';
import { createKeywordReader } from './keywords/keyword-version.ts';
import type { ChangeLog } from './changes/change-log.ts';
import { isAfter } from './changes/live-changes.ts';
import { createOverlay, type Overlay } from './overlay/overlay.ts';
import { type BaseVersion, type Catalogue, openCatalogue } from './catalogue/catalogue.ts';
import { changedIdentifier, sortChanges } from '../semantics/changes.ts';
import { productFiles } from './catalogue/product-version-info.ts';
import { createProductReader } from './product-reader.ts';
import type { Files } from '../../files/files.ts';
import { readLivePointer } from './storage/live-pointer.ts';
import type { LoadedVersion, SharedVersion } from './storage/load-version.ts';
import { CorruptedFile } from './storage/manifest.ts';
import { createTurns } from '../../files/in-turn.ts';
import { memoize } from '../../domain/memoize.ts';

/** An error with a dataset that does not stop the service; for the log. */
export type Problem = { readonly dataset: string; readonly version: VersionId; readonly error: unknown };

type LiveProducts = {
  readonly kind: 'products';
  readonly shared: SharedVersion | null;
  /** The version as it was published. */
  readonly published: BaseVersion;
  readonly overlay: Overlay;
  /** The version with live changes up to `seenThrough` applied. */
  readonly current: Catalogue;
  readonly reader: ProductReader;
  readonly seenThrough: number;
};

type LiveKeywords = {
  readonly kind: 'keywords';
  readonly shared: SharedVersion | null;
  readonly reader: KeywordReader;
};

type LiveDataset = LiveProducts | LiveKeywords;

type LiveVersionsParts = {
  readonly files: Files;
  readonly root: string;
  readonly changeLog: (dataset: string) => ChangeLog;
  /** Reads a version into memory, except vectors and reserve; throws when it is damaged. */
  readonly loadVersion: (dataset: string, version: VersionId) => Promise<LoadedVersion>;
  readonly onProblem: (problem: Problem) => void;
  /**
   * True: vectors and their codes are loaded before a version goes live here. Otherwise they are read when a question first needs
   * them.
   */
  readonly serves: boolean;
  readonly clock: () => Date;
  /** Catalogues of at least so many pictures are compared by codes first. Left out: the usual number. */
  readonly quantisedFrom?: number;
  /** Called when something else is live here; a refresh ends when this has ended. */
  readonly announce?: (dataset: string, loaded: SharedVersion | null) => Promise<void>;
};

/** Files of which only the parts are read that are needed. */
export const filesOnDisk = [productFiles.looks, productFiles.neighbours];
/** The same in a process that only publishes: whatever the size of the catalogues, it reads one record after the other. */
export const filesOfPublisher = [...filesOnDisk, productFiles.records, productFiles.text];

/** Readers of the live versions; `refresh` picks up what this and other processes published and changed. */
export const openLiveVersions = (parts: LiveVersionsParts) => {
  const { files, root, changeLog, loadVersion, onProblem, serves, clock, announce } = parts;
  const datasets = new Map<string, LiveDataset>();
  /** The version that the live pointer named last, loaded or not: a damaged one is not read again at every poll. */
  const lastPointers = new Map<string, VersionId>();
  /** By dataset; replaced when its live pointer names another version. */
  const problems = new Map<string, EngineProblem[]>();
  const addProblem = (dataset: string, version: VersionId, error: unknown): void => {
    const file = error instanceof CorruptedFile ? error.file : null;
    const message = error instanceof Error ? error.message : String(error);
    const problem = { dataset, version, file, message, since: clock().toISOString() };
    problems.set(dataset, [...(problems.get(dataset) ?? []), problem]);
    onProblem({ dataset, version, error });
  };
  const findProducts = (dataset: string): LiveProducts | null => {
    const live = datasets.get(dataset);
    return live?.kind === 'products' ? live : null;
  };
  const load = async (dataset: string, version: VersionId): Promise<LiveDataset | null> => {
    try {
      const loaded = await loadVersion(dataset, version);
      const addOwnProblem = (error: unknown): void => addProblem(dataset, version, error);
      const opened = await openVersion(
        loaded,
        changeLog(dataset),
        findProducts(dataset)?.published ?? null,
        addOwnProblem,
        parts.quantisedFrom,
      );
      if (serves && opened.kind === 'products') {
        const { vectors } = opened.published.catalogue;
        await vectors.load();
        await vectors.codes();
      }
      return opened.kind === 'products' ? await applyLiveChanges(opened, changeLog(dataset)) : opened;
    } catch (error) {
      // The shared folder is away: it is loaded when that is back.
      if (error instanceof Fault && error.code === 'unavailable') throw error;
      addProblem(dataset, version, error);
      return null;
    }
  };
  const loadNewestVersion = async (dataset: string): Promise<void> => {
    const live = await readLivePointer(files, join(root, dataset));
    if (!live || lastPointers.get(dataset) === live.version) return;
    problems.delete(dataset);
    for (const version of [live.version, ...live.previous]) {
      if (datasets.get(dataset)?.reader.version === version) break;
      const opened = await load(dataset, version);
      if (!opened) continue;
      datasets.set(dataset, opened);
      break;
    }
    lastPointers.set(dataset, live.version);
  };
  const turnsOf = memoize(createTurns);
  const refreshNow = async (dataset: string): Promise<void> => {
    const before = datasets.get(dataset);
    await loadNewestVersion(dataset);
    const live = findProducts(dataset);
    if (live) datasets.set(dataset, await applyLiveChanges(live, changeLog(dataset)));
    const after = datasets.get(dataset);
    if (after !== undefined && after !== before) await announce?.(dataset, after.shared);
  };
  /** One after the other for a dataset, so that an older version cannot replace a newer one. */
  const refresh = (dataset: string): Promise<void> => turnsOf(dataset)(() => refreshNow(dataset));
  return {
    products: (dataset: string): ProductReader | null => findProducts(dataset)?.reader ?? null,
    keywords: (dataset: string): KeywordReader | null => {
      const live = datasets.get(dataset);
      return live?.kind === 'keywords' ? live.reader : null;
    },
    /** The live catalogue with its live changes. */
    catalogue: (dataset: string): Catalogue | null => findProducts(dataset)?.current ?? null,
    /** The live version without live changes. */
    published: (dataset: string): BaseVersion | null => findProducts(dataset)?.published ?? null,
    /** Loads the live version if it is not in memory yet, and applies new live changes. */
    refresh,
    refreshAll: async (): Promise<void> => {
      for (const dataset of await files.list(root)) await refresh(dataset);
    },
    /** Problems with the live version of each dataset, as far as they are not solved. */
    problems: (): readonly EngineProblem[] => [...problems.values()].flat(),
  };
};

const openVersion = async (
  loaded: LoadedVersion,
  log: ChangeLog,
  previous: BaseVersion | null,
  onProblem: (error: unknown) => void,
  codesFrom?: number,
): Promise<LiveDataset> => {
  const { manifest } = loaded;
  if (manifest.kind === 'keywords')
    return { kind: 'keywords', shared: loaded.shared, reader: createKeywordReader(loaded) };
  const catalogue = await openCatalogue(loaded, previous, onProblem, codesFrom);
  const published = { manifest, catalogue };
  return {
    kind: 'products',
    shared: loaded.shared && (await shareCodes(loaded.shared, catalogue)),
    published,
    overlay: createOverlay(catalogue, await readMerged(published, log)),
    current: catalogue,
    reader: createProductReader(catalogue),
    seenThrough: mergedThrough(published),
  };
};

/** The codes may be those of the version before. */
const shareCodes = async (shared: SharedVersion, { codes }: Catalogue): Promise<SharedVersion> => {
  const file = await codes?.read();
  return { ...shared, derived: file ? [file] : [] };
};

/** The live changes that the version contains, by product, in their order. */
const readMerged = async ({ manifest }: BaseVersion, log: ChangeLog) => {
  const through = manifest.changesThrough ?? 0;
  const merged = (await log.read()).filter(
    (each) => each.sequence <= through && isAfter(each, manifest.asOf),
  );
  return Map.groupBy(sortChanges(merged), ({ change }) => changedIdentifier(change));
};

/** Number of the last live change that the version contains. */
const mergedThrough = ({ manifest }: BaseVersion): number => manifest.changesThrough ?? 0;

/** The same object when there are no new changes. Readers are immutable: changes give a new one. */
const applyLiveChanges = async (live: LiveProducts, log: ChangeLog): Promise<LiveProducts> => {
  const logged = await log.readAfter(live.seenThrough);
  const last = logged.at(-1);
  if (last === undefined) return live;
  const { asOf } = live.published.manifest;
  const changes = logged.filter((each) => isAfter(each, asOf));
  if (changes.length === 0) return { ...live, seenThrough: last.sequence };
  const current = await live.overlay.apply(changes);
  return { ...live, current, reader: createProductReader(current), seenThrough: last.sequence };
};
