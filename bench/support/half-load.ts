import { setTimeout } from 'node:timers/promises';
import { trimMemory } from '../../src/engine/embedded/embedded.ts';
import { type DriveResult, quantile } from './drive-http.ts';
import { watchLostTime } from './lost-time.ts';

/*
 * Latency at half load, in short windows by turns. Full load is measured anew before each window: the processors of a virtual
 * machine may become slower by nearly half within minutes, and what was half load before is then nearly full load. The bare
 * server is driven at the rate of the service, as well as at half of its own full load.
 *
 * The host may also take the processors for 10 to 160 ms at a time, other programs for some, and a server that waits for a
 * processor seems slow. 5 ms are a hundredth of a window, so little of it decides about the p99: windows are chosen by how much
 * was taken, never by their latency, the same way for all servers. While one is measured the others are stopped: a service that
 * nobody asks prepares answers, and would slow down the bare server. The generator keeps its usual priority: with a raised one,
 * the scheduler counts it as several programs, and put both serving threads of two on the other processor (decision 0052).
 */

export type DrivenServer = {
  readonly pid: number | undefined;
  /** As fast as it answers, or at a rate. */
  readonly drive: (seconds: number, rate?: number) => Promise<DriveResult>;
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
/** Of full load before it. */
const fullSeconds = 0.5;
/** Of the processors' time in a window that was left alone. The system counts in steps of 10 ms, a hundredth of it: so none. */
const leftAlone = 0.005;
/** So many times as many windows are measured as count, unless enough were left alone before. */
const patience = 3;
/** Some thousand requests each, so that their hundredth is many. */
const fewestUsed = 6;

/** What a server does after it was stopped or busy is not measured: timers that are late, connections that it closes. */
const settleMs = 150;

type Window = DriveResult & { readonly lost: number };

/** At the same rate: the service and the bare server; and the bare server at half of its own full load. */
export type HalfLoads = {
  readonly service: HalfLoad;
  readonly bare: HalfLoad;
  readonly bareAtOwnHalf: HalfLoad;
};

/** `seconds`: how long each is driven in windows that were left alone, if there are as many. */
export const measureHalfLoad = async (
  service: DrivenServer,
  bare: DrivenServer,
  seconds: number,
): Promise<HalfLoads> => {
  const wanted = Math.ceil(seconds / windowSeconds);
  const windows = { service: [] as Window[], bare: [] as Window[], bareAtOwnHalf: [] as Window[] };
  const isEnough = (): boolean =>
    Object.values(windows).every((some) => some.filter(({ lost }) => lost <= leftAlone).length >= wanted);
  const resumeBoth = (): void => {
    for (const { pid } of [service, bare]) signal(pid, 'SIGCONT');
  };
  // Ctrl-C reaches the servers too, but one that is stopped would stay.
  const onInterrupt = (): void => {
    resumeBoth();
    process.exit(130);
  };
  process.once('SIGINT', onInterrupt);
  try {
    for (let turn = 0; turn < wanted * patience && !isEnough(); turn += 1) {
      resume(service, bare);
      const rate = await measureHalfRate(service);
      windows.service.push(await measureWindow(service, rate));
      resume(bare, service);
      const ownRate = await measureHalfRate(bare);
      windows.bare.push(await measureWindow(bare, rate));
      windows.bareAtOwnHalf.push(await measureWindow(bare, ownRate));
    }
  } finally {
    process.off('SIGINT', onInterrupt);
    resumeBoth();
  }
  return {
    service: summarize(windows.service, wanted),
    bare: summarize(windows.bare, wanted),
    bareAtOwnHalf: summarize(windows.bareAtOwnHalf, wanted),
  };
};

const resume = ({ pid }: DrivenServer, other: DrivenServer): void => {
  signal(other.pid, 'SIGSTOP');
  signal(pid, 'SIGCONT');
};

const measureHalfRate = async ({ drive }: DrivenServer): Promise<number> =>
  (await drive(fullSeconds)).perSecond / 2;

const measureWindow = async ({ pid, drive }: DrivenServer, rate: number): Promise<Window> => {
  await setTimeout(settleMs);
  // In a window, the collector of the generator would take the processors from the server for up to 40 ms.
  trimMemory();
  const measureLost = watchLostTime([pid]);
  const result = await drive(windowSeconds, rate);
  return { ...result, lost: measureLost() };
};

const signal = (pid: number | undefined, name: 'SIGSTOP' | 'SIGCONT'): void => {
  if (pid !== undefined) process.kill(pid, name);
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
