import { Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../../engine/engine.ts';
import { Fault, type FaultCode, faultTable, isAbortError } from '../../errors.ts';
import { hasErrorCode } from '../../files/error-code.ts';

/** Output of a command. Results go to stdout; with `--json` they are one document and nothing else is printed there. */
export type Output = {
  readonly json: boolean;
  /** Ends the progress and prints the result: `value` with --json, else `text`. Called once. */
  result(value: unknown, text: string): void;
  readonly progress: Progress & { stop(): void };
};

export type Streams = { readonly out: NodeJS.WriteStream; readonly err: NodeJS.WriteStream };

export const createOutput = ({ out, err }: Streams, json: boolean): Output => {
  const progress = createProgress(err);
  const result = (value: unknown, text: string) => {
    progress.stop();
    out.write(json ? `${JSON.stringify(value, null, 2)}\n` : `${text}\n`);
  };
  return { json, progress, result };
};

/** Ctrl-C: 128 + the number of the signal, as shells expect. */
const interruptedExitCode = 130;

type ErrorReport = {
  readonly code: FaultCode | 'stopped';
  readonly message: string;
  readonly nextStep: string | null;
  exit: number;
};

/** Of a file or a folder; a port that may not be opened has no path. */
const isDenied = (error: unknown): error is Error & { readonly path: string; readonly code: string } =>
  hasErrorCode(error, 'EACCES', 'EPERM', 'EROFS') && 'path' in (error as Error);

const describeError = (error: unknown): ErrorReport => {
  if (error instanceof Fault) {
    return {
      code: error.code,
      message: error.message,
      nextStep: error.nextStep ?? null,
      exit: faultTable[error.code].exit,
    };
  }
  if (isAbortError(error)) {
    const nextStep =
      'Start it again. An import goes on with `kindred import … --resume`: what was done is kept.';
    return {
      code: 'stopped',
      message: 'Stopped. The live version was not changed.',
      nextStep,
      exit: interruptedExitCode,
    };
  }
  if (isDenied(error)) {
    return {
      code: 'unavailable',
      message: `${error.path} cannot be read or written by the user that runs Kindred (${error.code}).`,
      nextStep: 'Give this user the right to, or name another folder: KINDRED_DATA, KINDRED_SHARED.',
      exit: faultTable.unavailable.exit,
    };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    code: 'internal',
    message: `Something went wrong that should not: ${message}`,
    nextStep: 'Run `kindred doctor`; if it finds nothing, please report this.',
    exit: faultTable.internal.exit,
  };
};

/** Prints what went wrong and what to do next; returns the exit code. */
export const reportError = ({ out, err }: Streams, json: boolean, error: unknown): number => {
  const { exit, ...rest } = describeError(error);
  if (json) out.write(`${JSON.stringify({ error: rest }, null, 2)}\n`);
  else err.write(`Error: ${rest.message}\n${rest.nextStep === null ? '' : `Next: ${rest.nextStep}\n`}`);
  return exit;
};

/** Minimum time between two log lines, so that a large import does not flood the log. */
const lineEveryMs = 2000;

const createLineProgress = (err: NodeJS.WriteStream): Progress & { stop(): void } => {
  let lastStep = '';
  let lastLine = '';
  let lastAt = 0;
  const report = (step: string, done: number, total: number | null): void => {
    const isOver = done === total;
    if (step === lastStep && !isOver && Date.now() - lastAt < lineEveryMs) return;
    lastStep = step;
    lastAt = Date.now();
    const line = `${step}: ${done}${total === null ? '' : ` of ${total}`}\n`;
    if (done > 0 && line !== lastLine) err.write(line);
    lastLine = line;
  };
  return Object.assign(report, { stop: () => undefined });
};

const createBarProgress = (err: NodeJS.WriteStream): Progress & { stop(): void } => {
  let bar: SingleBar | null = null;
  let current = '';
  const stop = (): void => {
    bar?.stop();
    bar = null;
  };
  const report = (step: string, done: number, total: number | null): void => {
    if (step !== current) stop();
    current = step;
    if (bar === null) {
      bar = new SingleBar(
        { stream: err, format: '{step} {bar} {value}/{total} {eta_formatted}' },
        Presets.shades_classic,
      );
      bar.start(total ?? Math.max(done, 1), done, { step });
    }
    bar.setTotal(total ?? Math.max(done, 1));
    bar.update(done, { step });
  };
  return Object.assign(report, { stop });
};

/** Bars on a terminal, plain lines otherwise; always on stderr. */
const createProgress = (err: NodeJS.WriteStream): Progress & { stop(): void } =>
  err.isTTY ? createBarProgress(err) : createLineProgress(err);

/** Columns as wide as their widest cell, two spaces apart. */
export const formatTable = (rows: readonly (readonly string[])[]): string => {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, place) => Math.max(widest[place] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, place) => cell.padEnd(widths[place] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

export const formatBytes = (bytes: number): string => {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power] ?? 'B'}`;
};
