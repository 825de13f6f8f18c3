// Loaded into the service by `node --import`: records how long its event loop was busy without a break.
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * A stretch between two turns of the loop: when it ended, its processor time, how long it took, and how long that is without
 * the time in which the thread waited for a processor. The last one also counts what the thread waits for, such as another process.
 */
export type Stretch = {
  readonly endedAt: number;
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly heldMs: number;
};

/** Shorter ones are of no interest, and there are many. */
const leastMs = 5;
const intervalMs = 1;

const file = process.env['KINDRED_STRETCHES'];
const stretches: Stretch[] = [];
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** How long the thread has waited for a processor; 0 where the system does not say. */
const queueMs = (): number => {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
};

/*
 * The timer fires once in each turn of the loop. On a machine that is busy with other things a turn takes long although
 * the loop does little; its processor time does not depend on that.
 */
const read = () => ({ cpu: cpuMs(), wall: performance.now(), queue: queueMs() });
let last = read();
const tick = (): void => {
  const now = read();
  const [spent, wallMs] = [now.cpu - last.cpu, now.wall - last.wall];
  const heldMs = wallMs - (now.queue - last.queue);
  if (Math.max(spent, heldMs) >= leastMs)
    stretches.push({ endedAt: Date.now(), cpuMs: spent, wallMs, heldMs });
  last = now;
};

if (file !== undefined) {
  setInterval(tick, intervalMs).unref();
  process.on('exit', () => writeFileSync(file, JSON.stringify(stretches)));
}
