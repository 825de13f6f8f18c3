import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { notThere } from '../../errors.ts';
import type { Engine } from '../../engine/engine.ts';
import { listSetAside } from '../../files/side-database.ts';
import type { ImportService } from '../../http/admin/core/needs.ts';
import type { Installation } from '../../http/admin/system/handlers.ts';
import { release } from '../../release.ts';
import type { BackupService } from './backup-service.ts';
import type { Store } from '../../store/store.ts';
import { listDatasets } from '../list-datasets.ts';

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

const describeDatasets = (parts: Parts) => {
  return Promise.all(
    listDatasets(parts.store).map(async ({ website, dataset }) => {
      const versions = await parts.engine.versions(dataset.tracker);
      const bytes = versions.reduce((sum, version) => sum + version.bytes, 0);
      const size = versions.find(({ live }) => live)?.size ?? 0;
      return { website: website.name, dataset: dataset.name, size, bytes };
    }),
  );
};

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

const listJobs = (parts: Parts) => {
  return listDatasets(parts.store).flatMap(({ website, dataset }) =>
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
};
