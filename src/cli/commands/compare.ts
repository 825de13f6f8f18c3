import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { Fault, faultTable } from '../../errors.ts';
import { withCommonOptions, withContext } from '../terminal/run-command.ts';

type Options = {
  readonly here?: string;
  readonly key?: string;
  readonly otherKey?: string;
  readonly search?: string;
  readonly related?: string;
  readonly otherSearch?: string;
  readonly otherRelated?: string;
  readonly identifiers?: string;
  readonly patterns?: string;
  readonly strict?: boolean;
};

export const compareCommand = (): Command =>
  withCommonOptions(
    new Command('compare')
      .description(
        'send the same requests to this service and to a compatible one, and report differences in shape, records, count and overlap',
      )
      .argument('<url>', 'base URL of the other service')
      .option('--here <url>', 'base URL of this service (default: this machine, port KINDRED_PORT or 8080)')
      .addOption(new Option('--key <key>', 'subscription key here').env('KINDRED_KEY'))
      .addOption(new Option('--other-key <key>', 'key there; left out: the same').env('KINDRED_OTHER_KEY'))
      .option('--search <tracker>', 'search box here')
      .option('--related <tracker>', 'related box here')
      .option('--other-search <tracker>', 'search box there; left out: the same')
      .option('--other-related <tracker>', 'related box there; left out: the same')
      .option('--identifiers <file>', 'identifiers to search for, one on each line')
      .option('--patterns <file>', 'patterns to ask for, one on each line')
      .option('--strict', 'end with exit code 5 when anything differs'),
    [
      'compare https://other.example --search $BOX --identifiers products.txt',
      'compare https://other.example --related $BOX --other-related $OTHER --patterns words.txt --strict --json',
    ],
  ).action((url: string, options: Options, command: Command) =>
    withContext(command, async ({ config, out, signal }) => {
      const address = options.here ?? `http://127.0.0.1:${config.port}`;
      const here = toService(address, options.key, options.search, options.related);
      const there = toService(
        url,
        options.otherKey ?? options.key,
        options.otherSearch ?? options.search,
        options.otherRelated ?? options.related,
      );
      const identifiers = await readLines(options.identifiers, options.search, '--search');
      const patterns = await readLines(options.patterns, options.related, '--related');
      if (identifiers.length + patterns.length === 0) throw nothingToAsk();
      // It is no part of the service, as what evaluates keywords and looks.
      const { compareServices, hasDifferences, renderComparison } = await import(
        '../../../evaluate/compare/compare-services.ts'
      );
      const comparison = await compareServices(here, there, { identifiers, patterns }, signal);
      out.result(comparison, renderComparison(comparison));
      if (options.strict === true && hasDifferences(comparison)) process.exitCode = faultTable.conflict.exit;
    }),
  );

const nothingToAsk = (): Fault =>
  new Fault('bad-input', 'There is nothing to ask for.', {
    nextStep: 'Give a file with --identifiers or --patterns.',
  });

const toService = (url: string, key = '', search = '', related = '') => ({
  url,
  key,
  search,
  related,
});

const readLines = async (
  file: string | undefined,
  box: string | undefined,
  option: string,
): Promise<string[]> => {
  if (file === undefined) return [];
  if (box === undefined || box === '')
    throw new Fault('bad-input', `${option} is missing.`, { nextStep: 'Give the tracker of the box.' });
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Fault('not-found', `The file ${file} cannot be read.`, { cause });
  });
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
};
