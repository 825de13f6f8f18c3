import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Context, createRandom, type Outcome, type Program } from './program.ts';

export type Result = Outcome & {
  readonly name: string;
  readonly promise: string;
  readonly seed: number;
  readonly seconds: number;
  /** The command that repeats this program with the same cases. */
  readonly repeat: string;
};

export type RunOptions = {
  readonly seed: number;
  readonly isSmoke: boolean;
  readonly scale: number;
  readonly log: (line: string) => void;
};

/** What judges times comes first, alone; what takes long and needs little then runs beside the others. */
export const planPrograms = (chosen: readonly Program[]) => ({
  quiet: chosen.filter(({ needsQuiet }) => needsQuiet),
  beside: chosen.filter(({ runsBeside }) => runsBeside),
  others: chosen.filter(({ needsQuiet, runsBeside }) => !needsQuiet && !runsBeside),
});

/** The figure of a program that broke before it could judge. */
export const brokenFigure = 'the program failed';

/** Runs one program in a folder of its own. An error of the program is a failure of the promise. */
export const runProgram = async (program: Program, options: RunOptions): Promise<Result> => {
  const { seed, isSmoke, scale, log } = options;
  const folder = await mkdtemp(join(tmpdir(), `kindred-torture-${program.name}-`));
  const startedAt = performance.now();
  const context: Context = {
    seed,
    isSmoke,
    times: (full, smoke) => (isSmoke ? smoke : Math.max(1, Math.round(full * scale))),
    folder,
    random: createRandom(seed),
    log: (line) => log(`  ${program.name}: ${line}`),
  };
  const outcome = await program.run(context).catch((error: unknown) => ({
    figure: brokenFigure,
    failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  }));
  await rm(folder, { recursive: true, force: true });
  return {
    ...outcome,
    name: program.name,
    promise: program.promise,
    seed,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    repeat: [
      `npm run torture -- --only ${program.name} --seed ${seed}`,
      ...(isSmoke ? ['--smoke'] : []),
      ...(scale === 1 ? [] : [`--scale ${scale}`]),
    ].join(' '),
  };
};

/** Failures beyond these are counted, not listed. */
const listedFailures = 5;

export const renderResult = ({ name, figure, failures, seconds, repeat }: Result): string =>
  [
    `${failures.length === 0 ? '✓' : '✗'} ${name}: ${figure} (${seconds} s)`,
    ...failures.slice(0, listedFailures).map((failure) => `    ${failure}`),
    ...(failures.length > listedFailures ? [`    and ${failures.length - listedFailures} more`] : []),
    ...(failures.length > 0 ? [`    repeat: ${repeat}`] : []),
  ].join('\n');
