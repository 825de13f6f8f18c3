import type { Command } from 'commander';
import type { compose as Compose, Kindred } from '../../compose.ts';
import { type Config, readConfig } from '../../config.ts';
import { createOutput, type Output, type Streams } from './output.ts';

/** Options of every command. */
export type CommandOptions = { readonly json?: boolean; readonly data?: string };

export type CommandContext = {
  readonly config: Config;
  readonly out: Output;
  /** Aborted by SIGINT (Ctrl-C) or SIGTERM. */
  readonly signal: AbortSignal;
};

export const streams: Streams = { out: process.stdout, err: process.stderr };

export const readConfigFor = (options: CommandOptions): Config =>
  readConfig(options.data === undefined ? process.env : { ...process.env, KINDRED_DATA: options.data });

/** The first signal aborts the work; a second one ends the process. */
const createStopSignal = (): { signal: AbortSignal; release: () => void } => {
  const controller = new AbortController();
  const stop = (): void => controller.abort(new DOMException('Stopped by a signal.', 'AbortError'));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return { signal: controller.signal, release: () => void process.off('SIGINT', stop).off('SIGTERM', stop) };
};

/** Runs the body of a command with its context, and cleans up in any case. */
export const withContext = async (
  command: Command,
  work: (context: CommandContext) => Promise<void>,
): Promise<void> => {
  const options = command.opts<CommandOptions>();
  const out = createOutput(streams, options.json === true);
  const { signal, release } = createStopSignal();
  try {
    await work({ config: readConfigFor(options), out, signal });
  } finally {
    out.progress.stop();
    release();
  }
};

const reportProblem: NonNullable<Parameters<typeof Compose>[1]>['report'] = ({ dataset, version, error }) => {
  const why = error instanceof Error ? error.message : String(error);
  streams.err.write(`Warning: version ${version} of dataset ${dataset} cannot be read: ${why}\n`);
};

/** The same, with the data folder opened. */
export const withKindred = (
  command: Command,
  work: (kindred: Kindred, context: CommandContext) => Promise<void>,
): Promise<void> =>
  withContext(command, async (context) => {
    // Not before it is needed: help and a wrong argument answer at once.
    const { compose } = await import('../../compose.ts');
    const kindred = await compose(context.config, { report: reportProblem, serves: false });
    try {
      await work(kindred, context);
    } finally {
      await kindred.close();
    }
  });

/** An example may begin with settings of the environment: `KINDRED_PORT=9000 kindred serve`. */
const formatExample = (example: string): string =>
  /^[A-Z_]+=/.test(example) ? `  $ ${example}` : `  $ kindred ${example}`;

/** Adds the options and help layout of all commands. */
export const withCommonOptions = (command: Command, examples: readonly string[]): Command =>
  command
    .option('--json', 'print one JSON document on stdout and nothing else')
    .option('--data <folder>', 'the data folder (default: KINDRED_DATA, or ./data)')
    .addHelpText('after', `\nExamples:\n${examples.map(formatExample).join('\n')}`);

/** A command with the common options. `given`: its arguments, then its options. */
export const contextCommand = <G extends readonly unknown[]>(
  command: Command,
  examples: readonly string[],
  work: (context: CommandContext, ...given: G) => Promise<void>,
): Command =>
  withCommonOptions(command, examples).action((...given: [...G, Command]) =>
    withContext(command, (context) => work(context, ...(given.slice(0, -1) as unknown as G))),
  );

/** The same, with the data folder opened. */
export const kindredCommand = <G extends readonly unknown[]>(
  command: Command,
  examples: readonly string[],
  work: (kindred: Kindred, context: CommandContext, ...given: G) => Promise<void>,
): Command =>
  withCommonOptions(command, examples).action((...given: [...G, Command]) =>
    withKindred(command, (kindred, context) =>
      work(kindred, context, ...(given.slice(0, -1) as unknown as G)),
    ),
  );
