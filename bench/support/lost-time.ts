import { readFileSync } from 'node:fs';
import { cpuMicros } from './cpu-time.ts';

/** Of all processors until now, in milliseconds. */
type ProcessorTime = {
  readonly total: number;
  /** What the host of a virtual machine gave to others. */
  readonly stolen: number;
  readonly busy: number;
  /** What the processes that are measured used. */
  readonly own: number;
};

/** The system counts in hundredths of a second. */
const msPerTick = 10;

const readProcessorTime = (pids: readonly (number | undefined)[]): ProcessorTime | null => {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, steal = 0] = line
      .trim()
      .split(/\s+/)
      .slice(1)
      .map((ticks) => Number(ticks) * msPerTick);
    const busy = user + nice + system + irq + softirq;
    const own = pids.reduce<number>((sum, pid) => sum + (cpuMicros(pid) ?? 0) / 1000, 0);
    return { total: busy + idle + wait + steal, stolen: steal, busy, own };
  } catch {
    return null;
  }
};

/**
 * Starts to watch the processors. The function that it returns gives the share of their time since then, from 0 to 1, that was
 * lost to the host of a virtual machine and to other programs; 0 where the system does not report it.
 */
export const watchLostTime = (pids: readonly (number | undefined)[]): (() => number) => {
  const measured = [process.pid, ...pids];
  const before = readProcessorTime(measured);
  return () => {
    const now = readProcessorTime(measured);
    if (before === null || now === null || now.total === before.total) return 0;
    const others = now.busy - before.busy - (now.own - before.own);
    return (now.stolen - before.stolen + Math.max(0, others)) / (now.total - before.total);
  };
};
