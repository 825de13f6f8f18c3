import { resolve } from 'node:path';
import { Command } from 'commander';
import type { ImportReport } from '../../ingest/ingest.ts';
import type { ImportOrder, KeywordsReport } from '../../publishing.ts';
import { findDataset } from '../names.ts';
import { shared, withKindred } from '../run-command.ts';

type Options = { readonly approve?: boolean; readonly images: boolean; readonly imagesFolder?: string };

const shownFaults = 5;

const faultLines = ({ count, first, file }: ImportReport['faults']): string[] =>
  count === 0
    ? []
    : [
        `${count} remarks; all of them are in ${file}`,
        ...first.slice(0, shownFaults).map(({ line, reason }) => `  line ${line ?? '?'}: ${reason}`),
      ];

const reasonLines = (reasons: Readonly<Record<string, number>>): string[] =>
  Object.entries(reasons)
    .sort(([, a], [, b]) => b - a)
    .slice(0, shownFaults)
    .map(([reason, count]) => `  ${count} without a picture: ${reason}`);

const keywordsText = ({
  dataset,
  version,
  rows,
  badRows,
  patterns,
  withSuggestions,
}: KeywordsReport): string =>
  [
    `Keywords ${dataset}: ${patterns} patterns, ${withSuggestions} with suggestions, from ${rows} rows; version ${version} is live.`,
    ...badRows.slice(0, shownFaults).map(({ line, reason }) => `  line ${line}: ${reason}`),
  ].join('\n');

const productsText = (report: ImportReport & { readonly keywords: readonly KeywordsReport[] }): string =>
  [
    `${report.products} products of ${report.rows} rows; version ${report.version} is live.`,
    `  ${report.diff.added} added, ${report.diff.changed} changed, ${report.diff.removed} removed, ${report.diff.unchanged} as before`,
    `  ${report.pictures.ok} with a picture, ${report.pictures.missing} without`,
    ...reasonLines(report.pictures.reasons),
    ...faultLines(report.faults),
    ...report.keywords.map(keywordsText),
  ].join('\n');

const isAddress = (feed: string): boolean => /^https?:\/\//i.test(feed);

const sourceOf = (feed: string | undefined, images: string | undefined): Pick<ImportOrder, 'source'> =>
  feed === undefined
    ? {}
    : {
        source: {
          location: isAddress(feed) ? feed : resolve(feed),
          ...(images !== undefined && { images: resolve(images) }),
        },
      };

export const importCommand = (): Command =>
  shared(
    new Command('import')
      .description('read a feed and publish it as a new version: all of it, or nothing of it')
      .argument('<website/dataset>', 'what to bring up to date')
      .argument('[feed]', 'file or address; without it, the source of the dataset is read')
      .option(
        '--approve',
        'publish even when the guard would wait: many products vanish, or many rows are bad',
      )
      .option('--no-images', 'look at no picture: the products are found by their words only')
      .option('--images-folder <folder>', 'where relative picture names are looked up'),
    [
      'import luma/catalogue',
      'import luma/catalogue products.ndjson.gz --images-folder pictures',
      'import luma/searches top-searches.csv --json',
    ],
  ).action((name: string, feed: string | undefined, options: Options, command: Command) =>
    withKindred(command, async ({ store, publishing }, { out, signal }) => {
      const { website, dataset } = findDataset(store, name);
      const order: ImportOrder = {
        website,
        dataset,
        ...sourceOf(feed, options.imagesFolder),
        approve: options.approve === true,
        images: options.images,
        signal,
        progress: out.progress,
      };
      if (dataset.kind === 'keywords') {
        const report = await publishing.importKeywords(order);
        out.progress.stop();
        return out.result(report, keywordsText(report));
      }
      const report = await publishing.importProducts(order);
      out.progress.stop();
      const { fields, ...brief } = report;
      out.result({ ...brief, fields: fields.length }, productsText(report));
    }),
  );
