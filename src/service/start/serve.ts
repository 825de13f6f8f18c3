import { join } from 'node:path';
import type { DestinationStream, Logger } from 'pino';
import { checkContent, type Kindred } from '../../compose.ts';
import { dataFiles } from '../../data-files.ts';
import { composeServing, openCounts } from '../../compose-serving.ts';
import type { Config } from '../../config.ts';
import { declarationJsonSchema } from '../../declare/schema/declaration-schema.ts';
import type { Progress } from '../../engine/engine.ts';
import { installParts, listMissingParts } from '../../embedder/native-parts.ts';
import { listSetAside } from '../../files/side-database.ts';
import { type ConnectionGuard, guardDecorator } from '../../http/adapter/connection-guard.ts';
import { createApp } from '../../http/app.ts';
import { createVisits } from '../../analytics/visits.ts';
import { countInteractions, createVariantList } from '../background/count-interactions.ts';
import { type RunningServer, startServer } from '../../http/server.ts';
import { createLogger, logFailedPart } from '../../http/monitoring/log.ts';
import type { ImportQueue } from '../../imports/queue.ts';
import { createLearningProcess } from '../../learning/shop/schedule.ts';
import { openImportQueue } from '../background/import-service.ts';
import { startBackgroundWork } from './background-work.ts';
import { openAdmin } from './open-admin.ts';
import {
  openKindred,
  shareEarlierFiles,
  reportDiskFull,
  reserveSpace,
  skipIfDiskFull,
} from './open-kindred.ts';
import { openLivePictures } from '../background/live-pictures.ts';
import { createReadPhoto } from '../background/photo-vectors.ts';
import { createLiveDatasets, watchNodeState } from './node-state.ts';
import { listDatasets } from '../list-datasets.ts';
import { createServingNeeds, openCallCounter } from '../serving-needs.ts';
import { createOutsideParts, createReadiness } from './readiness.ts';
import { type ServingThreads, startServingThreads } from '../threads/serving-threads.ts';
import { findImagePlace } from '../../ingest/pictures/image-place.ts';
import { removeOldUploads } from '../../imports/journal.ts';
import { createImageSearch } from '../../operations/image-search.ts';
import { createRelatedKeywords } from '../../operations/related-keywords.ts';
import { listCutLogs } from './damaged-logs.ts';
import { guardDemoAccount, isReachable, type DemoPages, type DemoShop, readStartState } from './demo-shop.ts';

/** Written by `npm start`. */
const distFolder = join(import.meta.dirname, '..', '..', '..', 'dist');

const noteLiveEveryMs = 1_000;

export type Service = { readonly url: string; readonly stop: () => Promise<void> };

type ServeOptions = {
  /** Prints a line for the person who started the service. */
  readonly print: (line: string) => void;
  readonly progress: Progress;
  readonly demo: DemoShop;
  /** Where log lines go; standard output unless a test reads them. */
  readonly log?: DestinationStream;
};

/** Opens the data folder, creates the demo if the folder is empty, and serves until stopped. */
export const serve = async (
  config: Config,
  { print, progress, demo, log }: ServeOptions,
): Promise<Service> => {
  const logger = createLogger(config.logLevel, log);
  // Closed in the opposite order.
  const parts = new AsyncDisposableStack();
  try {
    const threads = config.threads > 1 ? startServingThreads(config, logger) : null;
    if (threads !== null) parts.defer(threads.stop);
    const kindred = await openKindred(config, logger, threads);
    parts.defer(() => kindred.close());
    await shareEarlierFiles(kindred, logger);
    await guardDemoAccount(kindred.store, config, logger);
    const hasDemo = config.demo && config.publicUrl === null;
    if (config.demo && !hasDemo) print('The demo is off, because KINDRED_PUBLIC_URL is set.');
    if (hasDemo && (await demo.isNeeded(kindred))) {
      print('Preparing the demo shop (once) …');
      const file = openCounts(config);
      await demo
        .create(kindred, progress, (at) => openCallCounter(file, at, logger))
        .catch(async (error: unknown) => {
          const missing = await listMissingParts();
          if (missing.length === 0) throw error;
          print(`There is no demo shop: ${missing.join(' and ')} cannot be loaded. ${installParts(missing)}`);
        });
      file.close();
    }
    const pages = hasDemo ? await demo.openPages(config.dataDir) : null;
    const server = await listen(kindred, demo, pages, parts, logger, threads);
    reserveSpace(config.dataDir);
    print(`Kindred answers on ${server.url} (docs: ${server.url}/docs)`);
    const access = hasDemo
      ? await skipIfDiskFull(logger, () =>
          demo.describeAccess(config.dataDir, server.url, !isReachable(config)),
        )
      : null;
    const setUp = await skipIfDiskFull(logger, () => kindred.store.setUp.issue());
    if (setUp !== null)
      print(`Create the first administrator: ${config.publicUrl ?? server.url}/portal/set-up/${setUp}`);
    for (const line of access ?? []) print(line);
    return { url: server.url, stop: () => parts.disposeAsync() };
  } catch (error) {
    // Also the server: a process that answers without its parts would look alive to a supervisor.
    await parts.disposeAsync().catch((err: unknown) => logger.error({ err }, 'a part could not be closed'));
    throw error;
  }
};

/** Opens all parts, and the port last: whoever connects finds everything in place. */
const listen = async (
  kindred: Kindred,
  demo: DemoShop,
  pages: DemoPages | null,
  parts: AsyncDisposableStack,
  logger: Logger,
  threads: ServingThreads | null,
): Promise<RunningServer> => {
  const { config, store, engine } = kindred;
  const { content, localPictures } = dataFiles(config);
  const serving = await composeServing(config, (err, message) => logger.error({ err }, message), {
    rates: threads?.rates,
  });
  parts.defer(() => serving.close());
  const { limiter } = serving;
  const listSetAsideFiles = (): string[] =>
    listSetAside([config.dataDir, join(config.dataDir, 'pictures')]).map(
      (name) => `${name} was damaged and set aside`,
    );
  // Anybody can read the warnings, so they name no website and no dataset: the log does.
  const listDamage = (): string[] => [
    ...listSetAsideFiles(),
    ...engine
      .problems()
      .map(({ file }) => `a published version is damaged (${file ?? 'no single file'}); the log names it`),
  ];
  const datasets = createLiveDatasets({ store, engine, dataDir: content });
  const outside = createOutsideParts({ ...kindred, datasets });
  const noteLive = setInterval(() => void outside.noteLive(), noteLiveEveryMs).unref();
  parts.defer(() => clearInterval(noteLive));
  const nodeState = watchNodeState({ ...kindred, datasets, usage: serving.usage });
  parts.defer(nodeState.close);
  const now = () => Date.now();
  const imageSearchAt = (clock: () => number) =>
    createImageSearch({
      products: (dataset) => engine.products(dataset),
      now: clock,
      report: logFailedPart(logger),
    });
  const relatedKeywords = createRelatedKeywords(engine);
  const queue = openImportQueue(kindred, logger);
  parts.defer(() => queue.close());
  removeOldUploads(join(content, 'uploads'), now());
  const readPhoto = createReadPhoto({ ...kindred, folder: join(content, 'pictures') });
  const admin = openAdmin(kindred, {
    demo,
    imageSearchAt,
    readPhoto,
    relatedKeywords,
    parts: serving,
    logger,
    now,
    queue,
  });
  parts.defer(() => admin.close());
  const livePictures = openLivePictures({
    ...kindred,
    dataDir: content,
    indexFolder: localPictures,
    check: () => checkContent(kindred),
    now: () => new Date(),
    onFailed: ({ name }, identifier, err) =>
      logger.warn({ err, dataset: name, identifier }, 'a product stays without a picture'),
  });
  parts.defer(() => livePictures.close());
  for (const message of listSetAsideFiles()) logger.error(message);
  listCutLogs(content).then(
    (names) => names.forEach((file) => logger.error({ file }, 'a log is cut; its last lines are lost')),
    (err: unknown) => logger.error({ err }, 'logs of events and changes could not be looked at'),
  );
  livePictures.resume(
    listDatasets(store)
      .map(({ dataset }) => dataset)
      .filter(({ kind }) => kind === 'products'),
  );
  const demoLearning = createLearningProcess(config.dataDir);
  parts.defer(async () => demoLearning.stop());
  const app = createApp({
    ...createServingNeeds(config, store, engine),
    imageSearch: imageSearchAt(now),
    relatedKeywords,
    photoSearch: { readPhoto },
    limiter,
    now,
    logger,
    metricsToken: config.metricsToken,
    ...(threads && { threads: threads.metrics, connectionCounts: threads.connectionCounts }),
    readiness: createReadiness({
      ...outside,
      store,
      listWarnings: () => [...listDamage(), ...outside.listAway()],
      areThreadsReady: threads?.isReady,
    }),
    liveVersions: datasets.versions,
    countDamage: () => listDamage().length,
    nodeState: nodeState.read,
    imageFolder: datasets.imageFolder,
    applySchema: declarationJsonSchema(),
    productData: {
      engine: {
        products: (dataset) => engine.products(dataset),
        product: (dataset, identifier) => engine.product(dataset, identifier),
        change: (dataset, changes) => reportDiskFull(() => engine.change(dataset, changes)),
      },
      datasets: (websiteId) => store.datasets.list(websiteId).filter(({ kind }) => kind === 'products'),
      imagePlace: (dataset) => findImagePlace(content, dataset),
      embedPictures: livePictures.enqueue,
      now,
    },
    analytics: admin.counter,
    appendEvents: (website, events) => reportDiskFull(() => kindred.behaviour.log(website).append(events)),
    onEventsAccepted: countInteractions({
      store,
      counter: admin.counter,
      campaigns: (websiteId, boxId) => store.directory().campaigns(websiteId, boxId),
      visits: createVisits(now),
      listVariants: createVariantList(store, engine),
      now,
    }),
    admin: admin.needs,
    ...(pages && { shop: { ...pages.shop, learn: () => demoLearning.learn({ name: pages.website }) } }),
    startState:
      pages &&
      ((isLocal) =>
        readStartState(kindred, isLocal && !isReachable(config) ? pages.signIn : null, pages.showcase)),
    portalFolder: join(distFolder, 'portal'),
    storefrontFolder: join(distFolder, 'storefront'),
    clientsFolder: join(distFolder, 'clients'),
  });
  const stopWork = startBackgroundWork(kindred, queue, logger, admin, serving.runsSchedule);
  parts.defer(stopWork);
  if (pages !== null)
    growDemo(kindred, demo, queue).catch((err: unknown) =>
      logger.error({ err }, 'the demo shop does not grow'),
    );
  const server = await startServer(app, { ...config, isShared: threads !== null });
  parts.defer(async () => void (await Promise.all([server.stop(), threads?.stop()])));
  const { takeOver } = app.getDecorator<ConnectionGuard>(guardDecorator);
  await threads?.listen({ host: config.host, port: Number(new URL(server.url).port), takeOver });
  return server;
};

/** The first import is small, so that the service answers soon. The rest is drawn and imported meanwhile. */
const growDemo = async (kindred: Kindred, demo: DemoShop, queue: ImportQueue): Promise<void> => {
  const growth = await demo.findGrowth(kindred);
  if (growth === null) return;
  await growth.writeFeed();
  queue.add(growth, kindred.imports.open(growth, { actor: 'demo', approve: true }).id);
};
