import { Command, CommanderError } from 'commander';
import { Fault } from '../errors.ts';
import { applyCommand } from './commands/apply.ts';
import { auditCommand } from './commands/audit.ts';
import { backupCommand, backupsCommand, restoreCommand } from './commands/backup.ts';
import { compareCommand, evaluateCommand } from './commands/evaluate.ts';
import { doctorCommand } from './commands/doctor.ts';
import { forgetCommand, learnCommand } from './commands/learn.ts';
import { importCommand } from './commands/import.ts';
import { importsCommand } from './commands/imports.ts';
import { keyCommand, secretCommand } from './commands/key.ts';
import { migrateCommand } from './commands/migrate.ts';
import { operatorCommand } from './commands/operator.ts';
import { serveCommand } from './commands/serve.ts';
import { statusCommand, rollbackCommand, versionsCommand } from './commands/status.ts';
import { reportError } from './terminal/output.ts';
import { streams } from './terminal/run-command.ts';

const helpFooter = `
Exit codes:
  0 done   1 internal error   2 wrong input   3 not found   4 not allowed   5 conflict
  6 waits for approval   7 too many   8 damaged   9 not available   130 stopped

Examples:
  $ kindred apply shop.json
  $ kindred import luma/catalogue products.ndjson.gz
  $ kindred status --json`;

/** Makes Commander throw its errors too, so that one place reports them. */
const throwErrors = (command: Command): Command => {
  command.exitOverride().configureOutput({ outputError: () => undefined });
  for (const inner of command.commands) throwErrors(inner);
  return command;
};

export const createProgram = (version: string): Command => {
  const program = new Command('kindred')
    .description('Related keywords and look-alike products for online shops.')
    .version(version)
    .showSuggestionAfterError(true)
    .addHelpText('after', helpFooter)
    .addCommand(serveCommand())
    .addCommand(applyCommand())
    .addCommand(importCommand())
    .addCommand(importsCommand())
    .addCommand(learnCommand())
    .addCommand(forgetCommand())
    .addCommand(evaluateCommand())
    .addCommand(compareCommand())
    .addCommand(statusCommand())
    .addCommand(keyCommand())
    .addCommand(operatorCommand())
    .addCommand(auditCommand())
    .addCommand(secretCommand())
    .addCommand(versionsCommand())
    .addCommand(rollbackCommand())
    .addCommand(backupCommand())
    .addCommand(backupsCommand())
    .addCommand(restoreCommand())
    .addCommand(migrateCommand())
    .addCommand(doctorCommand());
  return throwErrors(program);
};

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
