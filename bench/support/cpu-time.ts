import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever the machine. */
const microsPerTick = 10_000;

/**
 * Processor time that a process has used, in microseconds; null where the system does not report it. On a busy machine,
 * requests per second depend on the other work; processor time shows what an answer costs.
 */
export const cpuMicros = (pid: number | undefined): number | null => {
  try {
    // The second field is the name, in parentheses, and may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * microsPerTick;
  } catch {
    return null;
  }
};
