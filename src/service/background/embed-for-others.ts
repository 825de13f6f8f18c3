import type { Logger } from 'pino';
import type { Kindred } from '../../compose.ts';
import { shareRun } from '../../domain/memoize.ts';
import { launch } from './import-process.ts';

const embeddingDefaults = { lookMs: 1_000, restMs: 60_000 } as const;

/**
 * Embeds what imports of other nodes wait for, while there is any. A node that runs imports of some websites only leaves the
 * rest to others.
 */
export const startEmbeddingForOthers = (
  { config, sharedPictures: queue }: Pick<Kindred, 'config' | 'sharedPictures'>,
  isLeader: () => boolean,
  logger: Logger,
): (() => Promise<void>) => {
  if (queue === null || config.importWebsites.length > 0) return async () => undefined;
  let running: ReturnType<typeof launch> | null = null;
  let restsUntilMs = 0;
  const look = shareRun(async () => {
    if (!isLeader()) return;
    await queue.announce();
    if (running !== null || performance.now() < restsUntilMs) return;
    if ((await queue.listAsked()).length === 0) return;
    running = launch({ config }, (line) => logger.error(line));
    const end = (isDone: boolean): void => {
      running = null;
      // Another release or model: its pictures are looked at again later.
      if (!isDone) restsUntilMs = performance.now() + embeddingDefaults.restMs;
    };
    running.ended.then(end, () => end(false));
  });
  // While the database is away there is nothing to do.
  const timer = setInterval(() => void look().catch(() => undefined), embeddingDefaults.lookMs).unref();
  return async () => {
    clearInterval(timer);
    await look.ended().catch(() => undefined);
    running?.stop();
    await running?.ended;
  };
};
