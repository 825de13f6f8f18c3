import { allocateMemory, openKernel } from '../../src/engine/embedded/kernel/kernel.ts';

/*
 * How fast is this machine now? Virtual processors change their speed for seconds or minutes, which nothing in the system
 * reports. The same work of the kernel, on memory of its own, shows it.
 */

const [tables, rows, rowsOfBlock] = [256, 10_016, 32];
const tableBytes = 16;
const rounds = 60;

/** Returns a measurement: nanoseconds for each of 10,016 rows of bits, the median of some rounds. */
export const createHostSpeed = (): (() => number) => {
  const blocks = rows / rowsOfBlock;
  const rowsAt = tables * tableBytes;
  const out = rowsAt + blocks * (tables * tableBytes + rowsOfBlock * 8);
  const kernel = openKernel(allocateMemory(out + rows * 4));
  const measureRound = (): number => {
    const start = performance.now();
    kernel.scoreBinary(0, tables * tableBytes, rowsAt, blocks, out, 1, 0, 1);
    return ((performance.now() - start) * 1e6) / rows;
  };
  return () => {
    const times = Float64Array.from({ length: rounds }, measureRound).sort();
    return times[rounds / 2] ?? 0;
  };
};
