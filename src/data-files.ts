import { join } from 'node:path';
import type { Config } from './config.ts';

/** Paths inside the data folder, or in the folder that several machines share. */
export const dataFiles = (config: Config) => ({
  database: join(config.dataDir, 'kindred.sqlite'),
  versions:
    config.objects === null ? join(config.sharedDir ?? config.dataDir, 'versions') : versionCopies(config),
  models: join(config.dataDir, 'models'),
  content: contentFolder(config),
  localPictures: join(config.dataDir, 'pictures'),
});

/** Copies of the versions that machines share: answers need nothing of another machine. */
export const versionCopies = ({ dataDir }: Config): string => join(dataDir, 'version-copies');

export const localVersions = (config: Config): { localFolder?: string } =>
  config.sharedDir === null || config.objects !== null ? {} : { localFolder: versionCopies(config) };

export const runsOnSeveralNodes = ({ store, sharedDir }: Config): boolean =>
  store === 'postgres' && sharedDir !== null;

/**
 * Imports with their feeds, pictures with their vectors, keywords and shoppers' events. SQLite files are never in it,
 * because several machines cannot write one.
 */
export const contentFolder = (config: Config): string =>
  (runsOnSeveralNodes(config) ? config.sharedDir : null) ?? config.dataDir;
