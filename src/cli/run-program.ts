import { type Command, CommanderError } from 'commander';
import { Fault } from '../errors.ts';
import { reportError } from './terminal/output.ts';
import { streams } from './terminal/run-command.ts';

const toFault = (error: unknown): unknown => {
  if (!(error instanceof CommanderError)) return error;
  const message = error.message.replace(/^error: /, '');
  return new Fault('bad-input', message.charAt(0).toUpperCase() + message.slice(1), {
    nextStep: '`kindred --help` and `kindred <command> --help` show what is possible.',
  });
};

/** Commander throws for --help and --version too; these are not errors. */
const isHelpOrVersion = (error: unknown): boolean => error instanceof CommanderError && error.exitCode === 0;

/** Runs the command that the arguments name, and reports what went wrong. Sets the exit code of the process. */
export const runProgram = async (program: Command, args: readonly string[]): Promise<void> => {
  try {
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!isHelpOrVersion(error))
      process.exitCode = reportError(streams, args.includes('--json'), toFault(error));
  }
};
