import { join } from 'node:path';
import type { Config } from '../config.ts';
import { copyNewer } from '../files/portable-files.ts';

/**
 * Where an installation has its parts. `files`: all in the data folder. `mixed`: settings and limits in PostgreSQL, versions in
 * KINDRED_OBJECTS or KINDRED_SHARED.
 */
export const layoutNames = ['files', 'mixed'] as const;

export type Layout = (typeof layoutNames)[number];

/** The environment of a service with this layout; KINDRED_DATABASE_URL names the database of `mixed`. */
export const environmentOf = (
  layout: Layout,
  { sharedDir, objects }: Config,
): Readonly<Record<string, string>> => {
  if (layout === 'files') return {};
  return {
    KINDRED_STORE: 'postgres',
    ...(objects !== null && { KINDRED_OBJECTS: objects }),
    ...(sharedDir !== null && { KINDRED_SHARED: sharedDir }),
  };
};

export const configOf = (layout: Layout, config: Config): Config => ({
  ...config,
  store: layout === 'files' ? 'sqlite' : 'postgres',
  engine: 'embedded',
  sharedDir: layout === 'mixed' ? config.sharedDir : null,
  objects: layout === 'mixed' ? config.objects : null,
});

/** What nodes share besides versions. A node that starts with a shared folder moves its own there by itself. */
const contentNames = ['imports', 'keywords', 'uploaded-pictures', 'alerts', 'events', 'pictures'] as const;

/** Copies import jobs, keywords, shoppers' events and pictures that are missing or older in `to`; returns how many files. */
export const copyContent = async (from: string, to: string, signal?: AbortSignal): Promise<number> => {
  let copied = 0;
  for (const folder of contentNames)
    copied += await copyNewer(join(from, folder), join(to, folder), { signal });
  return copied;
};
