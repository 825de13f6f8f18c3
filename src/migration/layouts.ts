import type { Config } from '../config.ts';

/**
 * Where an installation has its parts. `files`: all in the data folder. `mixed`: settings and limits in PostgreSQL,
 * versions in KINDRED_SHARED. `postgres`: all of these in PostgreSQL.
 */
export const layoutNames = ['files', 'mixed', 'postgres'] as const;

export type Layout = (typeof layoutNames)[number];

/** Those that `kindred migrate` moves between. */
export const movableLayouts = ['files', 'mixed'] as const satisfies readonly Layout[];

/** The environment of a service with this layout; the database is named by KINDRED_DATABASE_URL in each but the first. */
export const environmentOf = (layout: Layout, { sharedDir }: Config): Readonly<Record<string, string>> => {
  if (layout === 'files') return {};
  if (layout === 'mixed') return { KINDRED_STORE: 'postgres', KINDRED_SHARED: sharedDir ?? '' };
  return { KINDRED_STORE: 'postgres', KINDRED_ENGINE: 'postgres' };
};

/** The configuration of a service with this layout. */
export const configOf = (layout: Layout, config: Config): Config => ({
  ...config,
  store: layout === 'files' ? 'sqlite' : 'postgres',
  engine: layout === 'postgres' ? 'postgres' : 'embedded',
  sharedDir: layout === 'mixed' ? config.sharedDir : null,
});
