import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { notThere, Fault } from '../../errors.ts';
import type { Engine } from '../../engine/engine.ts';
import { listSetAside } from '../../files/side-database.ts';
import type { ImportService } from '../../http/admin/core/needs.ts';
import type { Installation } from '../../http/admin/system/handlers.ts';
import { release } from '../../release.ts';
import type { Store } from '../../store/store.ts';
import { listDatasets } from '../list-datasets.ts';
import { backupName, backupsFolder, createBackup } from '../../backup/create-backup.ts';
import { listBackups } from '../../backup/list-backups.ts';

type Parts = {
  readonly store: Pick<Store, 'websites' | 'datasets'>;
  readonly engine: Pick<Engine, 'versions' | 'problems'>;
  readonly imports: Pick<ImportService, 'list' | 'cancel'>;
  readonly backups: Pick<BackupService, 'start' | 'list'>;
  readonly dataDir: string;
};

/** State of the machine and of the service. */
export const createInstallation = (parts: Parts): Installation => ({
  state: async () => ({
    version: release,
    node: process.version,
    uptimeSeconds: Math.round(process.uptime()),
    disk: await measureDisk(parts.dataDir),
    memory: { residentBytes: process.memoryUsage.rss(), heapBytes: process.memoryUsage().heapUsed },
    datasets: await describeDatasets(parts),
    problems: listProblems(parts),
    jobs: listJobs(parts),
  }),
  startBackup: () => parts.backups.start(),
  backups: () => parts.backups.list(),
  cancelImport: async (id, actor) => {
    const found = listDatasets(parts.store).find(({ dataset }) =>
      parts.imports.list(dataset).some((job) => job.id === id),
    );
    if (found === undefined) throw notThere(`There is no import ${id}.`);
    await parts.imports.cancel(found.dataset, id, actor);
  },
});

const measureDisk = async (folder: string): Promise<{ usedBytes: number; freeBytes: number }> => {
  const { bavail, bsize } = await statfs(folder);
  return { usedBytes: await measureFolder(folder), freeBytes: bavail * bsize };
};

/**
 * Files may disappear while they are counted. A file with several hard links (its version is in a backup)
 * counts once.
 */
const measureFolder = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const seen = new Set<number>();
  let bytes = 0;
  for (const { parentPath, name } of files) {
    const found = await stat(join(parentPath, name)).catch(() => null);
    if (found === null || seen.has(found.ino)) continue;
    if (found.nlink > 1) seen.add(found.ino);
    bytes += found.size;
  }
  return bytes;
};

const describeDatasets = (parts: Parts) =>
  Promise.all(
    listDatasets(parts.store).map(async ({ website, dataset }) => {
      const versions = await parts.engine.versions(dataset.tracker);
      const bytes = versions.reduce((sum, version) => sum + version.bytes, 0);
      const size = versions.find(({ live }) => live)?.size ?? 0;
      return { website: website.name, dataset: dataset.name, size, bytes };
    }),
  );

/** Versions that cannot be read, and files that were damaged and replaced by empty ones. */
const listProblems = (parts: Parts) => {
  const names = new Map(
    listDatasets(parts.store).map(({ website, dataset }) => [
      dataset.tracker,
      `${website.name}/${dataset.name}`,
    ]),
  );
  const versions = parts.engine.problems().map(({ dataset, version, file, since }) => ({
    subject: names.get(dataset) ?? dataset,
    version,
    file,
    since,
  }));
  const files = listSetAside([parts.dataDir, join(parts.dataDir, 'pictures')]).map((file) => ({
    subject: file,
    version: null,
    file,
    since: null,
  }));
  return [...versions, ...files];
};

const listJobs = (parts: Parts) =>
  listDatasets(parts.store).flatMap(({ website, dataset }) =>
    parts.imports
      .list(dataset)
      .filter(({ state }) => state === 'queued' || state === 'running' || state === 'waiting')
      .map(({ id, state, startedAt }) => ({
        id,
        kind: 'import',
        subject: `${website.name}/${dataset.name}`,
        state,
        startedAt,
      })),
  );

type BackupParts = {
  readonly dataDir: string;
  readonly engine: Parameters<typeof createBackup>[0]['engine'];
  readonly now: () => Date;
  readonly onFailed: (error: unknown, name: string) => void;
};

type BackupState = {
  readonly name: string;
  readonly at: string;
  readonly bytes: number | null;
  readonly state: 'running' | 'complete' | 'failed' | 'unusable';
};

export type BackupService = ReturnType<typeof createBackupService>;

/** Backups in the service's own data folder, one at a time. */
export const createBackupService = ({ dataDir, engine, now, onFailed }: BackupParts) => {
  const stopping = new AbortController();
  const failed = new Map<string, BackupState>();
  let running: BackupState | null = null;
  let work: Promise<void> = Promise.resolve();

  const make = async (begun: BackupState, at: Date): Promise<void> => {
    try {
      await createBackup({ dataDir, engine, now: at, signal: stopping.signal });
    } catch (error) {
      failed.set(begun.name, { ...begun, state: 'failed' });
      if (!stopping.signal.aborted) onFailed(error, begun.name);
    } finally {
      running = null;
    }
  };

  return {
    /** Returns when the backup has started; throws `conflict` while another runs. */
    start: (): Promise<BackupState> => {
      if (running !== null) return Promise.reject(underWay(running.name));
      const at = now();
      const begun = { name: backupName(at), at: at.toISOString(), bytes: null, state: 'running' } as const;
      running = begun;
      work = make(begun, at);
      return Promise.resolve(begun);
    },
    /** Newest first; includes the running one and those that failed since the service started. */
    list: async (): Promise<BackupState[]> => {
      const known = new Map(failed);
      if (running !== null) known.set(running.name, running);
      const found = await listBackups(backupsFolder(dataDir));
      const others = found.filter(({ name }) => !known.has(name));
      const all = [...known.values(), ...others.map(({ secretKey: _, ...backup }) => backup)];
      return all.sort((a, b) => (a.name < b.name ? 1 : -1));
    },
    /** Stops the running backup and removes what it wrote. */
    close: (): Promise<void> => {
      stopping.abort(new DOMException('The service stops.', 'AbortError'));
      return work;
    },
  };
};

const underWay = (name: string): Fault =>
  new Fault('conflict', `${name} is being made.`, { nextStep: 'Wait until it is complete.' });
