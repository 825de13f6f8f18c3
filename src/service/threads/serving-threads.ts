import { createServer, type Socket, connect, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Announce } from '../../compose.ts';
import type { Announced } from '../../compose-serving.ts';
import type { Config } from '../../config.ts';
import {
  allocateConnectionCounts,
  clearConnectionCounts,
  createConnectionCounts,
} from '../../http/adapter/connection-counts.ts';
import { addEnded, type MetricsSnapshot } from '../../http/monitoring/thread-metrics.ts';
import { allocateRateWindows } from '../../limits/rate-windows.ts';
import { type RunningThread, startThread } from './running-thread.ts';
import type { ThreadPlace } from './thread-link.ts';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hasErrorCode } from '../../files/error-code.ts';

export type ServingThreads = ReturnType<typeof startServingThreads>;

type ListenOptions = {
  readonly host: string;
  readonly port: number;
  /** Serves a connection of a thread that forwards a request. */
  readonly takeOver: (socket: Socket) => void;
};

/**
 * A thread that ends before it has served for `soonMs` is started again after a pause, which doubles; any other at once. In
 * milliseconds.
 */
const restart = { soonMs: 1_000, firstMs: 250, longestMs: 30_000 } as const;

/**
 * Threads that serve the two operations beside the main thread, on the same port. One that ends is replaced.
 * They load their program at once, on other cores, while the main thread reads the versions: both take about a second and
 * more.
 */
export const startServingThreads = (config: Config, logger: Logger) => {
  const announced = new Map<string, Announced>();
  const running = new Map<number, RunningThread>();
  const ready = new Set<number>();
  const counts = allocateConnectionCounts(config.threads);
  const rates = allocateRateWindows();
  const stopping = new AbortController();
  /** What threads counted that have ended. */
  let ended: Promise<MetricsSnapshot> = Promise.resolve([]);
  let replaced = 0;
  let socket: MainSocket | null = null;
  const place = Promise.withResolvers<ThreadPlace>();
  let placedAt = 0;

  /** Runs one thread after the other in the same place, until the service stops. */
  const keepRunning = async (thread: number): Promise<void> => {
    let pauseMs: number = restart.firstMs;
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      let servesSince = Number.POSITIVE_INFINITY;
      const current = startThread({
        data: { config, thread, connectionCounts: counts, rates },
        where: place.promise,
        listLive: (dataset) =>
          [...announced].flatMap(([name, live]) => (name === (dataset ?? name) ? [live] : [])),
      });
      running.set(thread, current);
      current.listening.then(
        () => {
          ready.add(thread);
          servesSince = performance.now();
          const ms = Math.round(servesSince - Math.max(startedAt, placedAt));
          logger.info({ thread, ms }, 'a serving thread listens');
          if (ready.size === config.threads - 1) allReady.resolve();
        },
        () => undefined,
      );
      const err = await current.ended;
      running.delete(thread);
      clearConnectionCounts(counts, thread);
      const last = current.lastMetrics();
      if (last !== null) ended = ended.then((before) => addEnded(before, last));
      if (stopping.signal.aborted) return;
      replaced += 1;
      const isSoon = performance.now() < servesSince + restart.soonMs;
      logger.error({ err, thread }, 'a serving thread ended; another one is started');
      if (isSoon) await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      pauseMs = isSoon ? Math.min(pauseMs * 2, restart.longestMs) : restart.firstMs;
    }
  };

  const allReady = Promise.withResolvers<void>();
  const numbers = Array.from({ length: config.threads - 1 }, (_, at) => at + 1);
  const work = Promise.all(numbers.map(keepRunning));

  return {
    /** Tells all threads what is live; ends when all of them answer with it. */
    announce: async (...[dataset, live]: Parameters<Announce>): Promise<void> => {
      if (live !== null) announced.set(dataset, live);
      const joined = [...running.values()].filter((thread) => thread.isJoined());
      await Promise.all(joined.map((thread) => thread.refresh(dataset)));
    },
    metrics: {
      running: () => 1 + [...running.values()].filter((thread) => thread.isJoined()).length,
      replaced: () => replaced,
      read: async (): Promise<readonly MetricsSnapshot[]> => {
        const read = await Promise.all([...running.values()].map((thread) => thread.readMetrics()));
        return [await ended, ...read.filter((each) => each !== null)];
      },
    },
    connectionCounts: createConnectionCounts(counts, 0),
    /** Memory in which all threads count calls against rates. */
    rates,
    /** Whether each thread has accepted connections since the start. */
    isReady: (): boolean => ready.size === config.threads - 1,
    /** Ends when all threads accept connections, or when they are stopped. */
    listen: async ({ host, port, takeOver }: ListenOptions): Promise<void> => {
      socket = await openMainSocket(config.dataDir, createServer({ allowHalfOpen: true }, takeOver));
      placedAt = performance.now();
      place.resolve({ host, port, mainSocket: socket.path });
      await allReady.promise;
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      allReady.resolve();
      await Promise.all([...running.values()].map((thread) => thread.stop()));
      await work;
      await socket?.close();
    },
  };
};

/** The system allows some more; other systems a few less. */
const longestPath = 100;

/** Not by the number of the process: processes in two containers may have the same one, and one data folder. */
const createName = (): string => `threads-${randomBytes(4).toString('hex')}.sock`;
const namePattern = /^threads-[0-9a-f]{8}\.sock$/;

export type MainSocket = { readonly path: string; close(): Promise<void> };

/** Lets `server` listen on a Unix socket in the data folder, which only its owner can open. */
export const openMainSocket = async (dataDir: string, server: Server): Promise<MainSocket> => {
  await removeLeftovers(dataDir);
  const usual = join(dataDir, createName());
  const isLong = Buffer.byteLength(usual) > longestPath;
  const path = isLong ? join(mkdtempSync(join(tmpdir(), 'kindred-')), createName()) : usual;
  await once(server.listen(path), 'listening');
  return {
    path,
    close: async () => {
      await new Promise<void>((resolve) => void server.close(() => resolve()));
      if (isLong) rmSync(dirname(path), { recursive: true, force: true });
    },
  };
};

/** Sockets of processes that were killed: nobody listens on them. */
const removeLeftovers = async (dataDir: string): Promise<void> => {
  const paths = readdirSync(dataDir).filter((name) => namePattern.test(name));
  for (const path of paths.map((name) => join(dataDir, name)))
    if (await isAbandoned(path)) rmSync(path, { force: true });
};

const isAbandoned = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error) => resolve(hasErrorCode(error, 'ECONNREFUSED')));
  });
