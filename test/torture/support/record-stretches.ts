// Loaded into the service by `node --import`: records how long its event loop was busy without a break.
import { writeFileSync } from 'node:fs';

/** A stretch between two turns of the loop: when it ended, its processor time, and how long it took. */
export type Stretch = { readonly endedAt: number; readonly cpuMs: number; readonly wallMs: number };

/** Shorter ones are of no interest, and there are many. */
const leastMs = 5;
const intervalMs = 1;

const file = process.env['KINDRED_STRETCHES'];
const stretches: Stretch[] = [];
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/*
 * The timer fires once in each turn of the loop. On a machine that is busy with other things a turn takes long although
 * the loop does little; its processor time does not depend on that.
 */
let last = { cpu: cpuMs(), wall: performance.now() };
const tick = (): void => {
  const now = { cpu: cpuMs(), wall: performance.now() };
  if (now.cpu - last.cpu >= leastMs)
    stretches.push({ endedAt: Date.now(), cpuMs: now.cpu - last.cpu, wallMs: now.wall - last.wall });
  last = now;
};

if (file !== undefined) {
  setInterval(tick, intervalMs).unref();
  process.on('exit', () => writeFileSync(file, JSON.stringify(stretches)));
}
