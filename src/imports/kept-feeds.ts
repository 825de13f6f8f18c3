import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Journal, uploadedFeed } from './journal.ts';

const keptFeedDefaults = {
  /** Bytes of uploaded feeds per dataset; the newest one is always kept. */
  bytes: 8 * 1024 ** 3,
  /** An upload is moved into its import within a request; older files were left by a crash. */
  uploadHours: 24,
} as const;

export const removeFeed = (jobFolder: string): void => rmSync(uploadedFeed(jobFolder), { force: true });

/** Failed imports keep their uploaded feed for a second attempt, as long as they fit into the quota. */
export const keepNewestFeeds = (
  journal: Pick<Journal, 'list' | 'folderOf'>,
  dataset: string,
  quota: number = keptFeedDefaults.bytes,
): void => {
  let bytes = 0;
  for (const job of journal.list(dataset)) {
    const folder = journal.folderOf(job);
    if (!existsSync(uploadedFeed(folder))) continue;
    if (job.state === 'published' || job.state === 'checked' || job.state === 'cancelled') {
      removeFeed(folder);
      continue;
    }
    const isNewest = bytes === 0;
    bytes += statSync(uploadedFeed(folder)).size;
    if (bytes > quota && !isNewest) removeFeed(folder);
  }
};

/** Removes uploads that a crash left behind. Another process may remove or move them at the same time. */
export const removeOldUploads = (folder: string, nowMs: number): void => {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const found = statSync(file, { throwIfNoEntry: false });
    // Not its `mtime`, which is that of the sender's file.
    if (found === undefined || nowMs - found.ctimeMs <= keptFeedDefaults.uploadHours * 60 * 60 * 1000)
      continue;
    rmSync(file, { force: true, recursive: true });
  }
};
