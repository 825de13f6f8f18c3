import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

type Process = { readonly pid: number; readonly command: string };

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It ended meanwhile, or belongs to somebody else.
    return '';
  }
};

/** Only Linux shows what other processes were started with. */
const listProcesses = (variable: string): Process[] => {
  const names = process.platform === 'linux' ? readdirSync('/proc') : [];
  return names
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => readText(`/proc/${name}/environ`).split('\0').includes(variable))
    .map((name) => ({
      pid: Number(name),
      command: readText(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim(),
    }));
};

/**
 * Ends the processes that were started with a variable (`NAME=value`), and those that they started, whatever their group. First
 * they have a few seconds to end by themselves. Returns the commands of those that had to be killed.
 */
export const endProcesses = async (variable: string, graceMs = 5_000): Promise<string[]> => {
  const until = Date.now() + graceMs;
  while (listProcesses(variable).length > 0 && Date.now() < until) await sleep(100);
  const left = listProcesses(variable);
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
  return left.map(({ command }) => command);
};
