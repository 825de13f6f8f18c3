import { Command } from 'commander';
import { createOutput } from '../terminal/output.ts';
import { type CommandOptions, readConfigFor, streams } from '../terminal/run-command.ts';

export const serveCommand = (): Command =>
  new Command('serve')
    .alias('start')
    .description('answer both operations over HTTP until stopped')
    .option('--data <folder>', 'the data folder (default: KINDRED_DATA, or ./data)')
    .addHelpText(
      'after',
      '\nSettings are environment variables: KINDRED_HOST, KINDRED_PORT, KINDRED_DATA, KINDRED_DEMO,\nKINDRED_DEMO_LANGUAGE (en, de, hu) …\n\nExamples:\n  $ kindred serve\n  $ KINDRED_DEMO_LANGUAGE=de kindred serve\n  $ KINDRED_PORT=9000 kindred serve --data /srv/kindred',
    )
    .action(async (options: CommandOptions) => {
      // Loaded here: no other command needs the web server.
      const { runService } = await import('../terminal/run-service.ts');
      await runService(readConfigFor(options), createOutput(streams, false).progress);
    });
