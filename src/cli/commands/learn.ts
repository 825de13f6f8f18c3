import { Command } from 'commander';
import type { Kindred } from '../../compose.ts';
import { dataFiles } from '../../data-files.ts';
import {
  createShopLearning,
  type ShopLearning,
  type ImportedFile,
} from '../../learning/shop/shop-learning.ts';
import type { ColumnOptions } from '../../learning/keywords/log/read-log.ts';
import type { KeywordsReport } from '../../imports/keyword-versions.ts';
import { findWebsite } from '../terminal/names.ts';
import { kindredCommand } from '../terminal/run-command.ts';
import { Fault } from '../../errors.ts';

const openShopLearning = (kindred: Kindred): ShopLearning =>
  createShopLearning({ ...kindred, dataDir: dataFiles(kindred.config).content });

type Options = ColumnOptions & { readonly fold: boolean };

const pluralize = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

const importedText = ({ events, counts, faults, firstFaults }: ImportedFile): string[] => [
  counts > 0
    ? pluralize(counts, 'keyword with its count', 'keywords with counts')
    : pluralize(events, 'event', 'events'),
  ...(faults > 0
    ? [
        `${pluralize(faults, 'row', 'rows')} cannot be used:`,
        ...firstFaults.map(({ line, reason }) => `  line ${line}: ${reason}`),
      ]
    : []),
];

const withoutPublished = ({ published: _, ...taken }: ImportedFile): Omit<ImportedFile, 'published'> => taken;

const publishedText = ({ dataset, patterns, withSuggestions, searched, withheld }: KeywordsReport) => [
  `${dataset}: ${patterns} patterns, ${withSuggestions} with suggestions, ${searched} searched by shoppers; live`,
  ...withheld.counts.map(({ reason, count }) => `  not suggested, ${reason}: ${count}`),
];

/** Columns by name; missing ones are detected. */
const pickColumns = ({ shopper, at, query, product, clickedAt, keyword, count }: Options): ColumnOptions =>
  Object.fromEntries(
    Object.entries({ shopper, at, query, product, clickedAt, keyword, count }).filter(
      ([, name]) => name !== undefined,
    ),
  );

export const learnCommand = (): Command =>
  kindredCommand(
    new Command('learn')
      .description('learn related keywords from what shoppers did, and publish them')
      .argument('<website>', 'whose shoppers')
      .argument(
        '[file]',
        'UBI queries and events, a table of searches, or keywords with counts; plain or gzip',
      )
      .option('--no-fold', 'keep events in the log, and publish nothing yet; counts are published at once')
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
    async (kindred, { out, signal }, name: string, file: string | undefined, options: Options) => {
      const website = findWebsite(kindred.store, name);
      const learning = openShopLearning(kindred);
      const { progress } = out;
      const imported =
        file === undefined
          ? null
          : await learning.importFile(website, file, { columns: pickColumns(options), progress, signal });
      const publishedAtOnce = imported?.published ?? [];
      const published =
        publishedAtOnce.length > 0 || !options.fold
          ? publishedAtOnce
          : await learning.learn(website, progress);
      const lines = [...(imported ? importedText(imported) : []), ...published.flatMap(publishedText)];
      if (published.length === 0 && options.fold) lines.push('There is no keyword dataset to publish.');
      out.result(
        { website: name, taken: imported && withoutPublished(imported), published },
        lines.join('\n'),
      );
    },
  );

export const forgetCommand = (): Command =>
  kindredCommand(
    new Command('forget')
      .description(
        'erase what one shopper did, and what only that shopper supported; numbers of calls and clicks name nobody and stay',
      )
      .argument('<website>', 'whose shopper')
      .argument('<shopper>', 'as the shop names them in its events (client_id)'),
    ['forget luma 5f0c…'],
    async (kindred, { out }, name: string, shopper: string) => {
      const website = findWebsite(kindred.store, name);
      if (shopper.trim() === '') throw missingShopper();
      const learning = openShopLearning(kindred);
      const events = await learning.forgetShopper(website, shopper);
      // The audit does not name the shopper: the name must be erased everywhere.
      const change = { websiteId: website.id };
      await kindred.store.audit.record('command line', 'shopper.forget', `website ${name}`, change);
      const published = await learning.learn(website, out.progress);
      out.result({ website: name, events, published }, forgottenText(events));
    },
  );

const missingShopper = (): Fault =>
  new Fault('bad-input', 'The shopper has no name.', {
    nextStep: 'Write it as the shop names them in its events (client_id, or session_id where there is none).',
  });

/** A mistyped name must not look like an erasure. */
const forgottenText = (events: number): string =>
  events === 0
    ? 'There was no event of this shopper. Is the name the one in the events (client_id)?'
    : `Forgotten, with ${events} event${events === 1 ? '' : 's'}. The keywords were learnt anew without them.`;
