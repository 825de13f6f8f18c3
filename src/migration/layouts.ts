import type { Config } from '../config.ts';

/**
 * Where an installation has its parts. `files`: all in the data folder. `mixed`: settings and limits in PostgreSQL, versions in
 * KINDRED_SHARED.
 */
export const layoutNames = ['files', 'mixed'] as const;

export type Layout = (typeof layoutNames)[number];

/** The environment of a service with this layout; KINDRED_DATABASE_URL names the database of `mixed`. */
export const environmentOf = (layout: Layout, { sharedDir }: Config): Readonly<Record<string, string>> =>
  layout === 'files' ? {} : { KINDRED_STORE: 'postgres', KINDRED_SHARED: sharedDir ?? '' };

/** The configuration of a service with this layout. */
export const configOf = (layout: Layout, config: Config): Config => ({
  ...config,
  store: layout === 'files' ? 'sqlite' : 'postgres',
  engine: 'embedded',
  sharedDir: layout === 'mixed' ? config.sharedDir : null,
});
