import { readFileSync } from 'node:fs';

/** Memory of a process that is in the machine's memory, shared memory included; NaN where the system does not say. */
export const readResidentBytes = (pid: number | undefined): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * 1024;
  } catch {
    return Number.NaN;
  }
};
