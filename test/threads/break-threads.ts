import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { send } from '../torture/support/load.ts';
import { keyHeader, searchPath, type TortureService } from '../torture/support/service.ts';
import { createShops, type TortureShop } from '../torture/support/shops.ts';
import { waysToEnd } from './break-on-signal.ts';
import { type CountedCalls, openCountedCalls } from './counted-calls.ts';
import {
  createJournal,
  findLosses,
  type Journal,
  listShown,
  lookForPrice,
  writeEvent,
  writePrice,
} from './journal.ts';
import { endThread, startThreadService } from './thread-service.ts';

/*
 * A service with two threads under load: readers on many connections, writers of live changes and events. Again and again a
 * thread ends, and the process is killed. Nothing that was acknowledged may be lost, no answer may show less than what was
 * acknowledged before it was asked for, and no call may fail except on a connection that ended.
 *
 *     node test/threads/break-threads.ts --threads 9 --kills 3
 */

/** A running service, and its data folder with one shop. */
export type BreakTarget = {
  readonly dataDir: string;
  readonly shop: TortureShop;
  readonly service: TortureService;
};

export type BreakOptions = {
  /** How often a thread, and the process, is ended. */
  readonly threads: number;
  readonly kills: number;
  readonly products: number;
  readonly readers: number;
  /** Load between two ends, in milliseconds. */
  readonly pauseMs: number;
  /** How long a reader waits between two calls, in milliseconds. */
  readonly restMs: number;
  readonly log: (line: string) => void;
};

export type BreakOutcome = {
  /** The service that runs at the end. */
  readonly service: TortureService;
  readonly calls: number;
  /** Calls on a connection that was reset when its thread or the process ended. */
  readonly reset: number;
  /** Calls that found no process. */
  readonly refused: number;
  readonly failed: Readonly<Record<string, number>>;
  readonly acknowledged: number;
  readonly stale: readonly string[];
  readonly lost: readonly string[];
  readonly threadMs: readonly number[];
  readonly processMs: readonly number[];
  /** Calls with a quota that were answered, and how many the service has counted. */
  readonly quota: Awaited<ReturnType<CountedCalls['compare']>>;
};

/** How a call ends on a connection that is reset. */
const resetCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'socket hang up']);

type Load = {
  readonly shop: TortureShop;
  readonly journal: Journal;
  readonly counted: CountedCalls;
  service: TortureService;
  isDone: boolean;
  calls: number;
  reset: number;
  refused: number;
  readonly failed: Record<string, number>;
};

const record = (load: Load, status: number | string, expected: number): void => {
  load.calls += 1;
  if (status === expected) return;
  if (resetCodes.has(String(status))) load.reset += 1;
  else if (status === 'ECONNREFUSED') load.refused += 1;
  else load.failed[status] = (load.failed[status] ?? 0) + 1;
};

const read = async (load: Load, { products, restMs }: BreakOptions, reader: number): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let turn = reader; !load.isDone; turn += 7) {
    const path = searchPath(load.shop, `p${turn % products}`);
    const { status } = await send(agent, {
      port: load.service.port,
      path,
      headers: keyHeader(load.shop.key),
    });
    record(load, status, 200);
    const waitMs = status === 'ECONNREFUSED' ? 20 : restMs;
    if (waitMs > 0) await delay(waitMs);
  }
  agent.destroy();
};

const callCounted = async (load: Load): Promise<void> => {
  while (!load.isDone) {
    record(load, await load.counted.call(load.service), 200);
    await delay(5);
  }
};

const source = 'p1';

/** Each writer has a product of its own, which the answer to `source` shows. */
const write = async (load: Load, identifier: string, writer: number): Promise<void> => {
  for (let turn = 1; !load.isDone; turn += 1) {
    const { service, shop, journal } = load;
    const price = 1_000 + turn;
    const status = await writePrice(service, shop, journal, identifier, price);
    record(load, status, 200);
    if (status === 200) await lookForPrice(service, shop, journal, { source, identifier, price });
    record(load, await writeEvent(load.service, shop, journal, `w${writer}t${turn}`), 202);
    await delay(5);
  }
};

/** Readers and writers that go on until `isDone`. */
const startLoad = async (load: Load, options: BreakOptions): Promise<Promise<unknown>> => {
  const shown = await listShown(load.service, load.shop, source);
  const [one, other] = shown;
  if (one === undefined || other === undefined) throw new Error('The answer shows no products.');
  const readersAtWork = Array.from({ length: options.readers }, (_, reader) => read(load, options, reader));
  return Promise.all([...readersAtWork, callCounted(load), write(load, one, 1), write(load, other, 2)]);
};

const killAndStart = async (load: Load, dataDir: string): Promise<number> => {
  const startedAt = performance.now();
  await load.service.stop('SIGKILL');
  load.service = await startThreadService(dataDir);
  return performance.now() - startedAt;
};

export const breakThreads = async (target: BreakTarget, options: BreakOptions): Promise<BreakOutcome> => {
  const { dataDir, shop, service } = target;
  const load: Load = {
    shop,
    journal: createJournal(),
    counted: await openCountedCalls(service, shop),
    service,
    isDone: false,
    calls: 0,
    reset: 0,
    refused: 0,
    failed: {},
  };
  const [threadMs, processMs]: [number[], number[]] = [[], []];
  const lost: string[] = [];
  const work = startLoad(load, options);
  try {
    for (let round = 0; round < options.threads; round += 1) {
      await delay(options.pauseMs);
      load.counted.noteEnd();
      const ms = await endThread(load.service);
      threadMs.push(ms);
      const way = waysToEnd[round % waysToEnd.length];
      options.log(`thread ${round + 1}, ${way}: replaced after ${Math.round(ms)} ms`);
    }
    for (let round = 0; round < options.kills; round += 1) {
      await delay(options.pauseMs);
      load.counted.noteEnd();
      const ms = await killAndStart(load, dataDir);
      processMs.push(ms);
      options.log(`process ${round + 1}, kill -9: serves again after ${Math.round(ms)} ms`);
      lost.push(...(await findLosses(load.service, shop, load.journal, dataDir)));
    }
    await delay(options.pauseMs);
  } finally {
    load.isDone = true;
    await work;
  }
  lost.push(...(await findLosses(load.service, shop, load.journal, dataDir)));
  const { calls, reset, refused, failed, journal } = load;
  const { writes: acknowledged, stale } = journal;
  return {
    service: load.service,
    calls,
    reset,
    refused,
    failed,
    acknowledged,
    stale,
    lost: [...new Set(lost)],
    threadMs,
    processMs,
    quota: await load.counted.compare(load.service),
  };
};

/** Runs on a shop that is made for it. */
const breakOwnShop = async (options: BreakOptions): Promise<BreakOutcome> => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-threads-'));
  try {
    const { config, shops } = await createShops(folder, ['north'], options.products);
    const [shop] = shops;
    if (shop === undefined) throw new Error('It was created above.');
    const { dataDir } = config;
    const outcome = await breakThreads(
      { dataDir, shop, service: await startThreadService(dataDir) },
      options,
    );
    await outcome.service.stop();
    return outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const describeTimes = (times: readonly number[]): string => {
  const sorted = [...times].sort((a, b) => a - b).map(Math.round);
  return sorted.length === 0
    ? 'none'
    : `${sorted[0]} to ${sorted.at(-1)} ms, median ${sorted[sorted.length >> 1]}`;
};

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      threads: { type: 'string', default: '9' },
      kills: { type: 'string', default: '3' },
      products: { type: 'string', default: '2000' },
      readers: { type: 'string', default: '16' },
    },
  });
  const outcome = await breakOwnShop({
    threads: Number(values.threads),
    kills: Number(values.kills),
    products: Number(values.products),
    readers: Number(values.readers),
    pauseMs: 1_500,
    restMs: 0,
    log: print,
  });
  const { calls, reset, refused, failed, acknowledged, stale, lost, threadMs, processMs, quota } = outcome;
  print(`calls ${calls}, on a connection that was reset ${reset}, while no process was there ${refused}`);
  print(`failed in another way ${JSON.stringify(failed)}`);
  print(
    `acknowledged writes ${acknowledged}, lost ${lost.length}, not shown by a later answer ${stale.length}`,
  );
  print(
    `calls with a quota ${quota.answered}, counted ${quota.counted}, answered in the second before an end ${quota.atEnds}`,
  );
  print(`a thread is replaced after ${describeTimes(threadMs)}`);
  print(`the process serves again after ${describeTimes(processMs)}`);
  for (const problem of [...lost, ...stale].slice(0, 20)) print(problem);
  const isCounted = quota.counted >= quota.answered - quota.atEnds;
  if (lost.length + stale.length + Object.keys(failed).length > 0 || !isCounted) process.exitCode = 1;
}
