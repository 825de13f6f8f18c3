import { parentPort, workerData } from 'node:worker_threads';
import { openThreadConfiguration } from '../../compose.ts';
import { composeServing, openThreadReader } from '../../compose-serving.ts';
import type { ThreadReader } from '../../engine/engine.ts';
import { createConnectionCounts } from '../../http/adapter/connection-counts.ts';
import { createLogger, logFailedPart } from '../../http/monitoring/log.ts';
import { startOperationsServer } from '../../http/server.ts';
import { createServing, type Serving } from '../../http/serving.ts';
import { createImageSearch } from '../../operations/image-search.ts';
import { createRelatedKeywords } from '../../operations/related-keywords.ts';
import { createServingNeeds, openCallCounter } from '../serving-needs.ts';
import {
  createLink,
  type Link,
  type MainMethods,
  type ThreadData,
  type ThreadMethods,
} from './thread-link.ts';

/** How often what was counted is sent to the main thread, in milliseconds. */
const metricsEveryMs = 1_000;

type OpenedThread = { readonly reader: ThreadReader; readonly serving: Serving };

/** Serves the two operations beside the main thread, which says when to listen, to refresh and to stop. */
export const runServingThread = async (): Promise<void> => {
  const data = workerData as ThreadData;
  if (parentPort === null) throw new Error('A serving thread is started by the main thread.');
  const port = parentPort;
  const parts = new AsyncDisposableStack();
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
      parts.defer(server.stop);
    },
    refresh: async (dataset) => (await opened.promise).reader.refresh(dataset),
    readMetrics: async () => (await opened.promise).serving.metrics.snapshot(),
    stop: async () => {
      await parts.disposeAsync();
      // The answer to this call is sent before the port closes.
      setImmediate(() => port.close());
    },
  };
  const link = createLink<MainMethods>(port, methods);
};

const openThread = async (
  { config, thread, connectionCounts, rates }: ThreadData,
  link: Link<MainMethods>,
  parts: AsyncDisposableStack,
): Promise<OpenedThread> => {
  const logger = createLogger(config.logLevel).child({ thread });
  const store = await openThreadConfiguration(config);
  parts.defer(() => store.close());
  const reader = await openThreadReader(config, {
    listLive: (dataset) => link.call('listLive', dataset),
    onProblem: ({ error: err, ...problem }) => logger.error({ ...problem, err }, 'a version cannot be read'),
  });
  parts.defer(() => reader.close?.());
  const shared = await composeServing(config, (err, message) => logger.error({ err }, message), {
    thread,
    rates,
  });
  parts.defer(() => shared.close());
  const now = () => Date.now();
  const counter = openCallCounter(shared.analyticsFile, now, logger);
  parts.defer(() => counter.close());
  const serving = createServing({
    ...createServingNeeds(config, store, reader),
    imageSearch: createImageSearch({ products: reader.products, now, report: logFailedPart(logger) }),
    relatedKeywords: createRelatedKeywords(reader),
    limiter: shared.limiter,
    now,
    logger,
    connectionCounts: createConnectionCounts(connectionCounts, thread),
    analytics: counter,
    // The main thread names versions and damage, and measures the process.
    liveVersions: () => [],
    measuresProcess: false,
  });
  const sendMetrics = async () => link.call('keepMetrics', await serving.metrics.snapshot());
  const timer = setInterval(() => void sendMetrics().catch(() => undefined), metricsEveryMs).unref();
  parts.defer(() => {
    clearInterval(timer);
    serving.watch.close();
  });
  return { reader, serving };
};
