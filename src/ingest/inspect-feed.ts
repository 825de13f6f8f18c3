import { rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Dataset } from '../domain/dataset.ts';
import { Fault } from '../errors.ts';
import { runInThread } from '../thread-work.ts';
import type { Fetch } from './fetch/fetch.ts';
import type { FeedInspection, InspectionTask } from './inspect-file.ts';
import { fetchFeedStart } from './sources/open-feed.ts';

export const inspectFeedDefaults = { timeoutMs: 20_000, downloadBytes: 32 << 20 } as const;

type Needs = {
  readonly fetch: Fetch;
  readonly folder: string;
  readonly timeoutMs?: number;
};

type FeedLocation = { readonly file: string | null; readonly url: string | null };

/** Reads the first rows of a feed and reports what an import would make of it. Changes nothing. */
export const inspectFeed = async (
  needs: Needs,
  dataset: Dataset,
  location: FeedLocation,
  signal: AbortSignal,
): Promise<FeedInspection> => {
  const { fields, source } = dataset;
  const local = location.file ?? (location.url === null ? (source?.file ?? null) : null);
  if (local !== null) return inspectInThread(needs, { file: local, isPart: false, fields }, signal);
  const url = location.url ?? source?.url ?? null;
  if (url === null) {
    throw new Fault('bad-input', 'The dataset has no source, and no feed was given.', {
      nextStep: 'Give an address, or upload a file.',
      reason: { reason: 'no-source' },
    });
  }
  const file = join(needs.folder, 'uploads', randomUUID());
  const auth = url === source?.url ? source.auth : null;
  try {
    const bytes = inspectFeedDefaults.downloadBytes;
    const isPart = await fetchFeedStart(needs.fetch, { url, auth, file, signal, bytes });
    return await inspectInThread(needs, { file, isPart, fields }, signal);
  } finally {
    await rm(file, { force: true });
  }
};

const inspectInThread = async (
  { timeoutMs = inspectFeedDefaults.timeoutMs }: Needs,
  workerData: InspectionTask,
  signal: AbortSignal,
): Promise<FeedInspection> => {
  const file = new URL('./inspect-worker.ts', import.meta.url);
  const either = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const limits = { resourceLimits: { maxOldGenerationSizeMb: 512 } };
  try {
    return await runInThread<FeedInspection>(file, workerData, either, limits);
  } catch (error) {
    if (error instanceof Fault || signal.aborted) throw error;
    throw new Fault('bad-input', 'The feed takes too long to inspect.', {
      nextStep: 'Check that it is a product feed; an import reads it all the same.',
      cause: error,
    });
  }
};
