import { parentPort, workerData } from 'node:worker_threads';
import { createCallCounter } from '../../analytics/call-counter.ts';
import { openConfiguration } from '../../compose.ts';
import { composeServing, openThreadReader, type ServingReader } from '../../compose-serving.ts';
import { createSharedCounts } from '../../http/adapter/connection-counts.ts';
import { createLogger, logFailedPart } from '../../http/monitoring/log.ts';
import { startOperationsServer } from '../../http/operations-server.ts';
import { createServing, type Serving } from '../../http/serving.ts';
import { createImageSearch } from '../../operations/image-search.ts';
import { createRelatedKeywords } from '../../operations/related-keywords.ts';
import { mayKeepInput } from '../start/kept-inputs.ts';
import { memoizePerTick } from '../start/memoize-per-tick.ts';
import { createOpenParts, type OpenParts } from '../start/open-parts.ts';
import { createLink, type Link, type MainMethods, type ThreadData, type ThreadMethods } from './thread-link.ts';

/** How often what was counted is sent to the main thread, in milliseconds. */
const metricsEveryMs = 1_000;

type OpenedThread = { readonly reader: ServingReader; readonly serving: Serving };

/** Serves the two operations beside the main thread, which says when to listen, to refresh and to stop. */
export const runServingThread = async (): Promise<void> => {
  const data = workerData as ThreadData;
  if (parentPort === null) throw new Error('A serving thread is started by the main thread.');
  const port = parentPort;
  const parts = createOpenParts();
  // Calls that come before everything is open wait for it. Nothing is opened before the main thread has checked the folder.
  const opened = Promise.withResolvers<OpenedThread>();
  const methods: ThreadMethods = {
    listen: async (where) => {
      const { reader, serving } = await openThread(data, link, parts);
      opened.resolve({ reader, serving });
      await reader.refreshAll();
      await link.call('joinChanges', null);
      // What was acknowledged before that call; what comes after it is announced here.
      await reader.refreshAll();
      const server = await startOperationsServer(serving, where);
      parts.add(server.stop);
    },
    refresh: async (dataset) => (await opened.promise).reader.refresh(dataset),
    readMetrics: async () => (await opened.promise).serving.metrics.snapshot(),
    stop: async () => {
      await parts.close();
      // The answer to this call is sent before the port closes.
      setImmediate(() => port.close());
    },
  };
  const link = createLink<MainMethods>(port, methods);
};

const openThread = async (
  { config, thread, connectionCounts, rates }: ThreadData,
  link: Link<MainMethods>,
  parts: OpenParts,
): Promise<OpenedThread> => {
  const logger = createLogger(config.logLevel).child({ thread });
  const store = openConfiguration(config);
  parts.add(() => store.close());
  const reader = openThreadReader(config, store, {
    findShared: (dataset, version) => link.call('findVersion', { dataset, version }),
    onProblem: ({ error: err, ...problem }) => logger.error({ ...problem, err }, 'a version cannot be read'),
  });
  const shared = await composeServing(config, (err, message) => logger.error({ err }, message), rates);
  parts.add(() => shared.close());
  const now = () => Date.now();
  const counter = createCallCounter({
    file: shared.analyticsFile,
    now,
    mayKeep: mayKeepInput,
    onFlushFailed: (err) => logger.error({ err }, 'use could not be written; tried again in a moment'),
  });
  parts.add(() => counter.close());
  const serving = createServing({
    directory: memoizePerTick(() => store.directory()),
    imageSearch: createImageSearch({ products: reader.products, now, report: logFailedPart(logger) }),
    relatedKeywords: createRelatedKeywords(reader),
    answerCache: {
      maximumBytes: (config.cacheMegabytes * 1024 ** 2) / config.threads,
      readerOf: (dataset) => reader.products(dataset) ?? reader.keywords(dataset),
    },
    limiter: shared.limiter,
    servedWebsites: config.serveWebsites,
    now,
    logger,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    connections: {
      total: config.maxConnections,
      perNetwork: config.maxConnectionsPerNetwork,
      stallMs: config.stallSeconds * 1000,
    },
    connectionCounts: createSharedCounts(connectionCounts, thread),
    analytics: counter,
    // The main thread names versions and damage, and measures the process.
    liveVersions: () => [],
    measuresProcess: false,
  });
  const sendMetrics = async () => link.call('keepMetrics', await serving.metrics.snapshot());
  const timer = setInterval(() => void sendMetrics().catch(() => undefined), metricsEveryMs).unref();
  parts.add(() => {
    clearInterval(timer);
    serving.watch.close();
  });
  return { reader, serving };
};
