import { getPriority, setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { trimMemory } from '../../src/engine/embedded/trim-memory.ts';
import { type DriveResult, quantile } from './drive-http.ts';
import { watchLostTime } from './lost-time.ts';

/*
 * Latency at a given rate, in short windows by turns. The host of a virtual machine may take its processors for 10 to 160 ms at
 * a time, other programs for some, and a server that waits for a processor seems slow. 5 ms are a hundredth of a window, so
 * little of it decides about the p99: windows are chosen by how much was taken, never by their latency, the same way for all
 * servers. While one is measured the others are stopped: a service that nobody asks prepares answers, and would slow down the
 * bare server.
 */

export type DrivenServer = {
  readonly pid: number | undefined;
  readonly drive: (seconds: number) => Promise<DriveResult>;
};

export type HalfLoad = {
  readonly p99Ms: number;
  readonly failures: number;
  /** Windows that count: those that were left alone, and where they are few, those in which least was taken. */
  readonly used: number;
  readonly measured: number;
  /** The largest share of the processors' time, from 0 to 1, that was taken in one that counts. */
  readonly mostLost: number;
};

const windowSeconds = 0.5;
/** Of the processors' time in a window that was left alone. The system counts in steps of 10 ms, a hundredth of it: so none. */
const leftAlone = 0.005;
/** So many times as many windows are measured as count, unless enough were left alone before. */
const patience = 3;
/** Some thousand requests each, so that their hundredth is many. */
const fewestUsed = 6;

/** What a server does after it was stopped for a while is not measured: timers that are late, for example. */
const settleMs = 150;

type Window = DriveResult & { readonly lost: number };

/** In the order of `servers`. `seconds`: how long each is driven in windows that were left alone, if there are as many. */
export const measureHalfLoad = async (
  servers: readonly DrivenServer[],
  seconds: number,
): Promise<HalfLoad[]> => {
  const wanted = Math.ceil(seconds / windowSeconds);
  const windows = servers.map((): Window[] => []);
  const isEnough = (): boolean =>
    windows.every((some) => some.filter(({ lost }) => lost <= leftAlone).length >= wanted);
  const restorePriority = raisePriority();
  try {
    for (let turn = 0; turn < wanted * patience && !isEnough(); turn += 1)
      for (const [at, server] of servers.entries()) windows[at]?.push(await measureWindow(server, servers));
  } finally {
    for (const { pid } of servers) signal(pid, 'SIGCONT');
    restorePriority();
  }
  return windows.map((some) => summarize(some, wanted));
};

const measureWindow = async (
  { pid, drive }: DrivenServer,
  servers: readonly DrivenServer[],
): Promise<Window> => {
  for (const other of servers) if (other.pid !== pid) signal(other.pid, 'SIGSTOP');
  // In a window, the collector of the generator would take the processors from the server for up to 40 ms.
  trimMemory();
  signal(pid, 'SIGCONT');
  await setTimeout(settleMs);
  const measureLost = watchLostTime([pid]);
  const result = await drive(windowSeconds);
  return { ...result, lost: measureLost() };
};

const signal = (pid: number | undefined, name: 'SIGSTOP' | 'SIGCONT'): void => {
  if (pid !== undefined) process.kill(pid, name);
};

/**
 * A generator that waits for a processor would measure itself. It needs little of one, so the servers lack nothing. Systems that
 * do not allow it leave it as it is.
 */
const raisePriority = (): (() => void) => {
  const before = getPriority();
  try {
    setPriority(before - 10);
    return () => setPriority(before);
  } catch {
    return () => undefined;
  }
};

const summarize = (windows: readonly Window[], wanted: number): HalfLoad => {
  const quiet = windows.filter(({ lost }) => lost <= leftAlone).length;
  const count = Math.max(fewestUsed, Math.min(wanted, quiet));
  const used = windows.toSorted((a, b) => a.lost - b.lost).slice(0, count);
  const latencies = Float64Array.from(used.flatMap(({ latencies: some }) => [...some])).sort();
  return {
    p99Ms: quantile(latencies, 0.99),
    failures: windows.reduce((sum, { failures }) => sum + failures, 0),
    used: used.length,
    measured: windows.length,
    mostLost: used.at(-1)?.lost ?? Number.NaN,
  };
};
