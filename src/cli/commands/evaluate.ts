import { Command, Option } from 'commander';
import { withCommonOptions, contextCommand } from '../terminal/run-command.ts';
import { readFile } from 'node:fs/promises';
import { Fault, faultTable } from '../../errors.ts';

/** What measures is no part of the service; it is loaded when it is asked for. */
const evaluate =
  (what: 'keywords' | 'safety' | 'looks') =>
  async (name: string, _options: object, command: Command): Promise<void> => {
    const { evaluations } = await import('../../../evaluate/evaluations.ts');
    await evaluations[what](name, command);
  };

const keywords = (): Command =>
  withCommonOptions(
    new Command('keywords')
      .description(
        'with a log: how often the list that is served holds the search that came next, against baselines; without one: what the catalogue answers',
      )
      .argument('<website|file>', 'whose log, or a file with one')
      .option('--folds <number>', 'shoppers are dealt into so many folds', '5')
      .option('--use <folds>', 'use these only; the others stay unseen')
      .option('--queries <file>', 'ask these of what is published, whatever the log says')
      .option('--language <tag>', 'of a file: decides how words are folded', 'en'),
    [
      'evaluate keywords luma',
      'evaluate keywords searches.csv --use 0,1,2,3 --json',
      'evaluate keywords luma --queries top-searches.csv',
    ],
  ).action(evaluate('keywords'));

const safety = (): Command =>
  withCommonOptions(
    new Command('safety')
      .description(
        'counts unsafe suggestions for every search of a log, and words of the catalogue that are withheld by mistake',
      )
      .argument('<website|file>', 'whose log, or a file with one')
      .option('--queries <file>', 'ask these of the website as well: a table with one query a row')
      .option('--language <tag>', 'of a file: decides how words are folded', 'en'),
    [
      'evaluate safety luma',
      'evaluate safety luma --queries top-searches.csv',
      'evaluate safety searches.csv --language de',
    ],
  ).action(evaluate('safety'));

const looks = (): Command =>
  withCommonOptions(
    new Command('looks')
      .description('how well look-alikes agree with a field, and what was learnt when the version was built')
      .argument('<website/dataset>', 'a product dataset')
      .option(
        '--field <name>',
        'the field that says what belongs together; left out: the one that was learnt from',
      )
      .option('--queries <number>', 'how many products are asked for', '500')
      .option(
        '--photos <file>',
        'CSV of pairs, photo,product: how often a photo finds the product that it shows',
      )
      .option('--held-out', 'learn five times without a fifth of the products, and measure on that fifth')
      .option('--copies <number>', 'embed altered copies of so many pictures, and look for the originals')
      .option('--small', 'compare by smaller vectors (256 numbers, 8 bits, 1 bit), and say what is lost')
      .option(
        '--judgments <file>',
        'a CSV file with product, other and grade (0: wrong); the larger the better',
      )
      .option('--colour <weight>', 'weight of colour beside looks (1); left out: that of a new box')
      .option('--save <file>', 'keep the answers, to compare another version, model or weight with them')
      .option('--against <file>', 'compare with answers that were kept')
      .option(
        '--sheet <file>',
        'write a contact sheet of 20 products as HTML and PNG: base beside learnt, or kept answers beside new ones',
      ),
    [
      'evaluate looks luma/catalogue --small',
      'evaluate looks luma/catalogue --judgments judgments.csv',
      'evaluate looks luma/catalogue --save before.json',
      'evaluate looks luma/catalogue --against before.json --sheet changes.html',
      'evaluate looks luma/catalogue',
      'evaluate looks luma/catalogue --field colour --json',
      'evaluate looks luma/catalogue --held-out --copies 40 --sheet looks.html',
    ],
  ).action(evaluate('looks'));

export const evaluateCommand = (): Command =>
  new Command('evaluate')
    .description('measure the quality of what is served')
    .addCommand(keywords())
    .addCommand(safety())
    .addCommand(looks());

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
  contextCommand(
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
    async ({ config, out, signal }, url: string, options: Options) => {
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
    },
  );

const nothingToAsk = (): Fault =>
  new Fault('bad-input', 'There is nothing to ask for.', {
    nextStep: 'Give a file with --identifiers or --patterns.',
  });

const toService = (url: string, key = '', search = '', related = '') => ({ url, key, search, related });

const readLines = async (file: string | undefined, box: string | undefined, option: string) => {
  if (file === undefined) return [];
  if (box === undefined || box === '')
    throw new Fault('bad-input', `${option} is missing.`, { nextStep: 'Give the tracker of the box.' });
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Fault('not-found', `The file ${file} cannot be read.`, { cause });
  });
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
};
