import { join } from 'node:path';
import type { Files } from '../../../files/files.ts';
import type { Objects } from '../../../files/objects.ts';
import { replaceDurably } from '../../../files/replace-file.ts';
import type { VersionId } from '../../engine.ts';
import { unknownVersion } from '../../semantics/version-faults.ts';
import { withDatasetLock } from '../storage/dataset-lock.ts';
import { readLivePointer } from '../storage/live-pointer.ts';
import { type Manifest, manifestName, parseManifest, readManifest } from '../storage/manifest.ts';
import { isCompleteVersion } from '../storage/version-folder.ts';
import { type Base, fetchFiles, storeFiles } from './version-objects.ts';
import type { VersionRows } from './version-rows.ts';

/** What machines share. */
export type Shared = {
  readonly rows: VersionRows;
  readonly objects: Objects;
  /** Throws while the objects are away, or belong to another installation. */
  readonly check: () => Promise<void>;
};

/** The folder of versions of this machine. */
export type Place = { readonly files: Files; readonly root: string };

const copyTimeoutMs = 600_000;

const partial = '.moving-';

/** The manifest in a row of the database. */
export const parseRow = (
  dataset: string,
  { version, manifest }: { version: VersionId; manifest: string },
): Manifest => parseManifest(manifest, `${dataset}/${version}`);

/** Moves versions between a folder and what is shared. */
export const createTransfers = ({ files, root, rows, objects, check }: Shared & Place) => {
  const findBase = async (folder: string): Promise<Base | null> => {
    const version = (await readLivePointer(files, folder))?.version ?? '';
    const manifest = await readManifest(files, join(folder, version)).catch(() => null);
    return manifest && { folder: join(folder, version), manifest };
  };
  const isHere = (dataset: string, version: VersionId): Promise<boolean> =>
    isCompleteVersion(files, join(root, dataset), version).catch(() => false);
  return {
    isHere,
    /** Nothing, where it is here already and not `isDamaged`. */
    pull: async (dataset: string, version: VersionId, isDamaged = false): Promise<void> => {
      const folder = join(root, dataset);
      await files.makeFolder(folder);
      await withDatasetLock(folder, 'following', copyTimeoutMs, async () => {
        if (!isDamaged && (await isHere(dataset, version))) return;
        const [row] = await rows.versions(dataset, version);
        if (row === undefined) throw unknownVersion(version);
        for (const name of await files.list(folder))
          if (name === version || name.startsWith(partial)) await files.remove(join(folder, name));
        const temporary = join(folder, `${partial}${version}`);
        await files.makeFolder(temporary);
        const wanted = { dataset, folder: temporary, manifest: parseRow(dataset, row) };
        await fetchFiles(files, objects, wanted, isDamaged ? null : await findBase(folder));
        await replaceDurably(files, join(temporary, manifestName), row.manifest);
        await files.rename(temporary, join(folder, version));
        await files.sync(folder);
      });
    },
    /** Stores the files, then the manifest. */
    push: (from: string, dataset: string, version: VersionId): Promise<void> =>
      rows.publish(dataset, async (own) => {
        const folder = join(from, dataset, version);
        const manifest = (await files.read(join(folder, manifestName)))?.toString('utf8') ?? '';
        await storeFiles(files, objects, { dataset, folder, manifest: parseManifest(manifest, folder) });
        await check();
        await own.add(dataset, { version, manifest });
      }),
  };
};
