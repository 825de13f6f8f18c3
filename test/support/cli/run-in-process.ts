import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { createProgram, runProgram } from '../../../src/cli/program.ts';

export type CommandRun = { readonly code: number; readonly out: string; readonly err: string };

/** Collects what is written to a stream of the process while `work` runs. */
const capture = (stream: NodeJS.WriteStream): { readonly text: () => string; restore(): void } => {
  let text = '';
  const spy = vi.spyOn(stream, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  return { text: () => text, restore: () => spy.mockRestore() };
};

/**
 * Runs a command of the command line in this process: many times faster than starting one. `input` is what is piped
 * into it.
 */
export const runInProcess = async (args: readonly string[], input?: string): Promise<CommandRun> => {
  const out = capture(process.stdout);
  const err = capture(process.stderr);
  const stdin =
    input === undefined
      ? null
      : vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([input]) as typeof process.stdin);
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    await runProgram(createProgram('1.2.3'), args);
    return { code: Number(process.exitCode), out: out.text(), err: err.text() };
  } finally {
    process.exitCode = before;
    out.restore();
    err.restore();
    stdin?.mockRestore();
  }
};
