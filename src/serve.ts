import { compose, type Kindred } from './compose.ts';
import type { Config } from './config.ts';
import { declarationJsonSchema } from './declare/schema.ts';
import { createDemo, needsDemo } from './demo/create-demo.ts';
import { refreshDemoAccess } from './demo/demo-access.ts';
import type { Progress } from './engine/engine.ts';
import { createApp } from './http/app.ts';
import { type RunningServer, startServer } from './http/server.ts';
import { createLogger } from './http/service/log.ts';
import { liveDatasets } from './live-datasets.ts';
import { openLimiter } from './open-limiter.ts';
import { createImageSearch } from './operations/image-search.ts';
import { createRelatedKeywords } from './operations/related-keywords.ts';
import { curlLines } from './demo/curl-lines.ts';

export type Service = { readonly url: string; readonly stop: () => Promise<void> };

type ServeOptions = {
  /** What a person who started it should read. */
  readonly say: (line: string) => void;
  readonly progress: Progress;
};

/** Opens the data folder, prepares the demo on an empty one, and answers until stopped. */
export const serve = async (config: Config, { say, progress }: ServeOptions): Promise<Service> => {
  const kindred = await compose(config);
  try {
    if (config.demo && (await needsDemo(kindred))) {
      say('Preparing the demo shop (once) …');
      await createDemo(kindred, progress);
    }
    const { server, stop } = await listen(kindred);
    const demo = await refreshDemoAccess(config.dataDir, server.url);
    say(`Kindred answers on ${server.url} (API: ${server.url}/docs)`);
    if (demo !== null) for (const line of curlLines(server.url, demo)) say(line);
    return { url: server.url, stop };
  } catch (error) {
    await kindred.close();
    throw error;
  }
};

async function listen(kindred: Kindred): Promise<{ server: RunningServer; stop: () => Promise<void> }> {
  const { config, store, engine } = kindred;
  const logger = createLogger(config.logLevel);
  const { limiter } = openLimiter(config.dataDir, logger);
  const datasets = liveDatasets(store, engine);
  const now = () => Date.now();
  const app = createApp({
    directory: () => store.directory(),
    imageSearch: createImageSearch({
      products: (dataset) => engine.products(dataset),
      now,
      report: (part, err) => logger.error({ err, part }, 'a part of an image search failed'),
    }),
    relatedKeywords: createRelatedKeywords(engine),
    limiter,
    now,
    logger,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    readiness: () => ({ ready: true, waitingFor: [] }),
    liveVersions: datasets.versions,
    imageFolder: datasets.imageFolder,
    applySchema: declarationJsonSchema(),
  });
  const server = await startServer(app, config);
  const stop = async (): Promise<void> => {
    await server.stop();
    limiter.close();
    await kindred.close();
  };
  return { server, stop };
}
