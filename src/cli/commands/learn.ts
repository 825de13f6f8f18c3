import { Command } from 'commander';
import type { Kindred } from '../../compose.ts';
import { createShopLearning, type ShopLearning, type TakenFile } from '../../publishing/learning.ts';
import type { ColumnOptions } from '../../keywords/log/columns.ts';
import type { KeywordsReport } from '../../publishing/publishing.ts';
import { findWebsite } from '../names.ts';
import { shared, withKindred } from '../run-command.ts';

export const learningOf = (kindred: Kindred): ShopLearning =>
  createShopLearning({ ...kindred, dataDir: kindred.config.dataDir });

type Options = ColumnOptions & { readonly fold: boolean };

const takenText = ({ events, counts, faults, firstFaults }: TakenFile): string[] => [
  counts > 0 ? `${counts} keywords with counts` : `${events} events`,
  ...(faults > 0
    ? [
        `${faults} rows cannot be used:`,
        ...firstFaults.map(({ line, reason }) => `  line ${line}: ${reason}`),
      ]
    : []),
];

const publishedText = ({ dataset, patterns, withSuggestions, searched }: KeywordsReport): string =>
  `${dataset}: ${patterns} patterns, ${withSuggestions} with suggestions, ${searched} searched by shoppers; live`;

/** Columns by name; what is left out is found by inspection. */
const columnsOf = ({ shopper, at, query, product, clickedAt, keyword, count }: Options): ColumnOptions =>
  Object.fromEntries(
    Object.entries({ shopper, at, query, product, clickedAt, keyword, count }).filter(
      ([, name]) => name !== undefined,
    ),
  );

export const learnCommand = (): Command =>
  shared(
    new Command('learn')
      .description('learn related keywords from what shoppers did, and publish them')
      .argument('<website>', 'whose shoppers')
      .argument(
        '[file]',
        'UBI queries and events, a table of searches, or keywords with counts; plain or gzip',
      )
      .option('--no-fold', 'keep the file in the log, and publish nothing yet')
      .option('--shopper <column>', 'who searched')
      .option('--at <column>', 'when')
      .option('--query <column>', 'what was searched for')
      .option('--product <column>', 'what was clicked')
      .option('--clicked-at <column>', 'when it was clicked')
      .option('--keyword <column>', 'in a table of keywords and counts')
      .option('--count <column>', 'in a table of keywords and counts'),
    [
      'learn luma ubi.ndjson.gz',
      'learn luma searches.csv --shopper visitor --at when --query text',
      'learn luma top-searches.csv',
      'learn luma',
    ],
  ).action((name: string, file: string | undefined, options: Options, command: Command) =>
    withKindred(command, async (kindred, { out, signal }) => {
      const website = findWebsite(kindred.store, name);
      const learning = learningOf(kindred);
      const { progress } = out;
      const taken =
        file === undefined
          ? null
          : await learning.take(website, file, { columns: columnsOf(options), progress, signal });
      const published = options.fold ? await learning.fold(website, progress) : [];
      out.progress.stop();
      const lines = [...(taken === null ? [] : takenText(taken)), ...published.map(publishedText)];
      out.result({ website: name, taken, published }, lines.join('\n') || 'There are no keyword datasets.');
    }),
  );
