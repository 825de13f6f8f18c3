import type { Database } from './database.ts';

/** A dataset, by its tracker, and the version that was made live last. */
export type LiveRecord = { readonly dataset: string; readonly version: string };

const sharedFolderRow = 'shared_folder';

/** What all nodes of an installation must agree on. It is not audited: nobody sets it. */
export const createInstallationRecord = (database: Database) => {
  /** Identifies the folder that the nodes share; null: none has been used yet. */
  const sharedFolder = (): string | null => {
    const row = database.get('SELECT value FROM meta WHERE name = ?', sharedFolderRow);
    return row ? String(row.value) : null;
  };
  const findDataset = (tracker: string): number | null => {
    const row = database.get('SELECT id FROM datasets WHERE tracker = ?', tracker);
    return row ? Number(row.id) : null;
  };
  return {
    sharedFolder,
    /** Sets it unless there is one; returns the one that counts. */
    claimSharedFolder: (id: string): Promise<string> =>
      database.transaction(() => {
        const known = sharedFolder();
        if (known !== null) return known;
        database.run('INSERT INTO meta (name, value) VALUES (?, ?)', sharedFolderRow, id);
        return id;
      }),
    /** What must be live. */
    live: (): readonly LiveRecord[] =>
      database
        .all(
          `SELECT datasets.tracker, live_versions.version FROM live_versions
           JOIN datasets ON datasets.id = live_versions.dataset_id ORDER BY datasets.id`,
        )
        .map(({ tracker, version }) => ({ dataset: String(tracker), version: String(version) })),
    /** Without effect for a dataset that is not in the store. */
    noteLive: (dataset: string, version: string): Promise<void> =>
      database.transaction(() => {
        const id = findDataset(dataset);
        if (id === null) return;
        database.run(
          `INSERT INTO live_versions VALUES (?, ?)
           ON CONFLICT DO UPDATE SET version = excluded.version WHERE version <> excluded.version`,
          id,
          version,
        );
      }),
  };
};
