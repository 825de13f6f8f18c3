import { join } from 'node:path';
import { memoize } from '../../../domain/memoize.ts';
import { Fault, isUnavailable } from '../../../errors.ts';
import { createGroupedWriter } from '../../../files/in-turn.ts';
import type { EngineWriter, ProductChange, VersionId } from '../../engine.ts';
import { liveVersionConflict, unknownVersion } from '../../semantics/version-faults.ts';
import { type ChangeLog, isSegmentName } from '../changes/change-log.ts';
import { findMergedByAll } from '../changes/live-changes.ts';
import { readLivePointer } from '../storage/live-pointer.ts';
import type { Manifest } from '../storage/manifest.ts';
import { discardVersion, summarizeVersion } from '../storage/version-folder.ts';
import { createTransfers, parseRow, type Place, type Shared } from './transfers.ts';
import { findMissing, listKeys } from './version-objects.ts';
import type { SharedDataset, VersionRows } from './version-rows.ts';

/*
 * Versions of several machines. The database has their manifests, which one is live, and the live changes; object storage
 * has their files. Each machine has a folder of versions as a single one has: it copies what is live and all changes to
 * it, and answers from there without the others.
 */

type Parts = Shared &
  Place & {
    readonly changeLog: (dataset: string) => ChangeLog;
    /** The versions in the folder of this machine. */
    readonly local: Pick<EngineWriter, 'makeLive' | 'versions' | 'verify'> & {
      removeOldVersions(dataset: string, keep: number): Promise<void>;
    };
    readonly onProblem: (problem: { dataset: string; version: VersionId; error: unknown }) => void;
  };

/** `keptHere`: versions in the folder of a machine, the live one included. */
const defaults = { retryMs: 5_000, keptHere: 2 } as const;

/** Keeps the folder of this machine at what is shared. */
const createFollower = (
  { files, root, changeLog, local, rows, onProblem }: Parts,
  { isHere, pull }: ReturnType<typeof createTransfers>,
) => {
  const report = (dataset: string, version: VersionId, error: unknown): void => {
    if (!isUnavailable(error)) onProblem({ dataset, version, error });
  };
  /** Copies under way, and those that failed a moment ago. */
  const pulls = new Map<string, Promise<void>>();
  const pullOnce = (dataset: string, version: VersionId): Promise<void> => {
    const key = `${dataset}/${version}`;
    const known = pulls.get(key);
    if (known !== undefined) return known;
    const pulled = pull(dataset, version);
    pulls.set(key, pulled);
    pulled.then(
      () => pulls.delete(key),
      (error: unknown) => {
        report(dataset, version, error);
        setTimeout(() => pulls.delete(key), defaults.retryMs).unref();
      },
    );
    return pulled;
  };
  const followed = new Map<string, string>();
  /** While the files of the live version are on their way, a later call goes on. */
  const followRow = async (row: SharedDataset): Promise<void> => {
    const { dataset, live, lastChange, discardedChange } = row;
    if (followed.get(dataset) === JSON.stringify(row)) return;
    const log = changeLog(dataset);
    await log.copy(async (after) => (after < lastChange ? rows.changesAfter(dataset, after) : []));
    if (live !== null && (await readLivePointer(files, join(root, dataset)))?.version !== live) {
      if (!(await isHere(dataset, live))) return void pullOnce(dataset, live);
      await local.makeLive(dataset, live);
      await local.removeOldVersions(dataset, defaults.keptHere);
    }
    await log.discardThrough(discardedChange);
    followed.set(dataset, JSON.stringify(row));
  };
  const follow = async (dataset: string | null): Promise<void> => {
    for (const row of await rows.list(dataset))
      await followRow(row).catch((error: unknown) => report(row.dataset, row.live ?? '*', error));
  };
  /** A database that was restored will give the numbers of later changes to others. */
  const forgetLaterChanges = async (): Promise<void> => {
    const last = new Map<string, number>();
    for (const dataset of await files.list(root))
      last.set(dataset, (await changeLog(dataset).read()).at(-1)?.sequence ?? 0);
    for (const { dataset, lastChange } of await rows.list())
      if ((last.get(dataset) ?? 0) > lastChange)
        for (const name of (await files.list(join(root, dataset))).filter(isSegmentName))
          await files.remove(join(root, dataset, name));
  };
  /** What is away is copied by a later call. */
  const quietly = (work: () => Promise<void>): Promise<void> => unlessAway(work, async () => undefined);
  return {
    pullOnce,
    follow,
    look: (): Promise<void> => quietly(() => follow(null)),
    /** Waits for what is live at the start. */
    begin: (): Promise<void> =>
      quietly(async () => {
        await forgetLaterChanges();
        await follow(null);
        await Promise.allSettled(pulls.values());
        await follow(null);
      }),
  };
};

/** The versions of all machines, as an engine manages them. */
const createManager = (
  { rows, objects, local, changeLog }: Parts,
  { pullOnce, follow }: ReturnType<typeof createFollower>,
) => {
  const list = async (dataset: string, from: Pick<VersionRows, 'versions'> = rows): Promise<Manifest[]> =>
    (await from.versions(dataset)).map((row) => parseRow(dataset, row));
  const removeOlder = (dataset: string, keep: number): Promise<void> =>
    rows.publish(dataset, async (own) => {
      const [row] = await own.list(dataset);
      const all = await list(dataset, own);
      const older = all.filter(({ version }) => version < (row?.live ?? '')).slice(Math.max(0, keep - 1));
      for (const { version } of older) await own.remove(dataset, version);
      const kept = all.filter((manifest) => !older.includes(manifest));
      const through = findMergedByAll(kept, await changeLog(dataset).read());
      if (Number.isFinite(through) && through > (row?.discardedChange ?? 0))
        await own.discardChanges(dataset, through);
    });
  /** After the versions that needed them are surely gone; and those of a version that was never completed. */
  const removeUnneeded = (dataset: string): Promise<void> =>
    rows.publish(dataset, async (own) => {
      const needed = new Set((await list(dataset, own)).flatMap((manifest) => listKeys(dataset, manifest)));
      for (const key of await objects.list(dataset)) if (!needed.has(key)) await objects.remove(key);
    });
  return {
    makeLive: async (dataset: string, version: VersionId): Promise<void> => {
      await pullOnce(dataset, version);
      if (!(await rows.makeLive(dataset, version))) throw unknownVersion(version);
      await follow(dataset);
    },
    versions: (dataset: string) =>
      unlessAway(
        async () => {
          const [row] = await rows.list(dataset);
          return (await list(dataset)).map((manifest) => summarizeVersion(manifest, row?.live ?? null));
        },
        () => local.versions(dataset),
      ),
    discard: async (dataset: string, version: VersionId): Promise<void> => {
      if (await rows.remove(dataset, version)) return;
      const [row] = await rows.list(dataset);
      throw row?.live === version ? liveVersionConflict(version) : unknownVersion(version);
    },
    /** What cannot be removed now is removed next time. */
    removeOldVersions: async (dataset: string, keep: number): Promise<void> => {
      try {
        await removeOlder(dataset, keep);
        await removeUnneeded(dataset);
      } catch (error) {
        if (!(error instanceof Fault) || !['unavailable', 'conflict'].includes(error.code)) throw error;
      }
    },
    verify: async (dataset: string) => {
      const findGone = async () => {
        const present = new Set(await objects.list(dataset));
        return (await list(dataset)).flatMap((manifest) => findMissing(dataset, manifest, present));
      };
      return [...(await local.verify(dataset)), ...(await unlessAway(findGone, async () => []))];
    },
  };
};

/** What is known here, while the database or the objects are away. */
const unlessAway = <T>(ask: () => Promise<T>, know: () => Promise<T>): Promise<T> =>
  ask().catch((error: unknown) => {
    if (isUnavailable(error)) return know();
    throw error;
  });

export type SharedVersions = ReturnType<typeof createSharedVersions>;

export const createSharedVersions = (parts: Parts) => {
  const { files, root, rows, check } = parts;
  const transfers = createTransfers(parts);
  const follower = createFollower(parts, transfers);
  const { begin, look, follow } = follower;
  return {
    ...{ begin, look },
    manager: createManager(parts, follower),
    /** Before a version is built: what is the same as in the live one is copied from it. */
    prepare: async (dataset: string): Promise<void> => {
      await check();
      await follow(dataset);
    },
    /** Shares a version that was built here. One that cannot be shared does not stay. */
    share: async (dataset: string, version: VersionId): Promise<void> => {
      try {
        await transfers.push(root, dataset, version);
      } catch (error) {
        await discardVersion(files, join(root, dataset), version);
        throw error;
      }
    },
    /** Copies it again: the copy that is here is damaged. */
    repair: (dataset: string, version: VersionId): Promise<void> => transfers.pull(dataset, version, true),
    change: memoize((dataset: string) =>
      createGroupedWriter(async (changes: readonly ProductChange[]) => {
        await rows.append(dataset, changes);
        await follow(dataset);
      }),
    ),
  };
};
