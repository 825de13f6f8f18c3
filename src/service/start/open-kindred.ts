import type { Logger } from 'pino';
import { compose, dataFiles, type Kindred } from '../../compose.ts';
import type { Config } from '../../config.ts';
import { readNodeName } from '../../files/node-name.ts';
import { movePictures, moveToShared } from './move-to-shared.ts';
import { openWithReservedSpace } from './disk-full.ts';
import type { ServingThreads } from '../threads/serving-threads.ts';

/** Opens the data folder; what is damaged in it is logged. */
export const openKindred = (
  config: Config,
  logger: Logger,
  threads: ServingThreads | null,
): Promise<Kindred> => {
  return openWithReservedSpace(config.dataDir, () =>
    compose(config, {
      // As `err`, because pino writes the message of an error under no other name.
      report: ({ error: err, ...problem }) =>
        logger.error({ ...problem, err }, 'a version cannot be read; the last good one serves'),
      onDamagedImport: (file) =>
        logger.error({ file }, 'the record of an import is damaged and was set aside'),
      onShared: (problem) =>
        problem === null
          ? logger.info('the shared folder is back')
          : logger.error(
              { err: problem },
              'the shared folder is away: changes, events and imports are refused',
            ),
      ...(threads && { announce: threads.announce }),
    }),
  );
};

/** What this machine wrote before it shared a folder with other nodes. */
export const shareEarlierFiles = async (kindred: Kindred, logger: Logger): Promise<void> => {
  const { config, shared } = kindred;
  const { content: sharedDir } = dataFiles(config);
  const { dataDir } = config;
  if (sharedDir === dataDir) return;
  if (shared?.problem()) return logger.error('files of this machine are shared at the next start');
  await moveToShared({ dataDir, sharedDir, node: readNodeName(dataDir) });
  movePictures({ dataDir, sharedDir }).catch((err: unknown) =>
    logger.error({ err }, 'pictures could not be moved to the shared folder; tried again at the next start'),
  );
};
