import type { CatalogueReport } from './evaluate-catalogue.ts';
import type { Difference, Report, SystemReport } from './evaluate.ts';
import type { Interval } from './measure.ts';

const figure = (value: number): string => value.toFixed(3);
const signed = (value: number): string => `${value < 0 ? '' : '+'}${figure(value)}`;
const interval = ({ value, low, high }: Interval): string =>
  `${figure(value)} (${figure(low)} to ${figure(high)})`;
const change = ({ value, low, high }: Interval): string =>
  `${signed(value)} (${signed(low)} to ${signed(high)})`;

/** The same for a shop without a log. */
export const renderCatalogueReport = (report: CatalogueReport): string =>
  [
    `${report.queries} queries, of which ${report.sharing} share a word with the catalogue that is no filler`,
    '',
    table([
      ['of those that share a word', ''],
      ['with a list', String(report.answered)],
      ['with at least 3 suggestions that find products', String(report.enough)],
    ]),
    table([['of the others, with a list all the same', String(report.answeredOthers)]]),
    '',
    table([
      ['suggestions', String(report.suggestions)],
      ['that find products', figure(report.findShare)],
      ['that repeat another in another spelling', figure(report.nearDuplicateShare)],
      ['that narrow the query', figure(report.refineShare)],
      ['lists with both directions', figure(report.bothDirections)],
      ['suggestions in a list', report.depth.toFixed(1)],
    ]),
    '',
    ...report.examples.map(({ query, list }) => `  ${query}: ${list.slice(0, 5).join(' · ') || '–'}`),
    '',
    'Whether shoppers would look for these next cannot be said without a log of what they do.',
    'Bring one with `kindred learn <website> <file>`, or send events to POST /events.',
  ].join('\n');

/** The report as a page of text. JSON is the report itself. */
export const renderReport = (report: Report): string =>
  [
    `${report.pairs} held-out searches of ${report.shoppers} shoppers; ceiling ${figure(report.ceiling)}`,
    '',
    table([
      ['', 'recall@10', 'MRR@10', 'coverage', 'near-duplicates', 'zero results'],
      ...report.systems.map(systemRow),
    ]),
    '',
    table([['by fold', 'fold', 'searches', 'recall@10', 'MRR@10'], ...report.systems.flatMap(foldRows)]),
    '',
    table([['difference (paired, 95 %)', 'recall@10', 'MRR@10'], ...report.differences.map(differenceRow)]),
    '',
    table([
      ['what each part adds (paired, 95 %)', 'recall@10', 'MRR@10'],
      ...report.without.map(differenceRow),
    ]),
  ].join('\n');

const systemRow = (system: SystemReport): string[] => [
  system.name,
  interval(system.recall),
  interval(system.mrr),
  figure(system.coverage),
  figure(system.nearDuplicateShare),
  system.zeroResultShare === null ? 'not asked' : figure(system.zeroResultShare),
];

const foldRows = ({ name, byFold }: SystemReport): string[][] =>
  ['kindred', 'fusion'].includes(name)
    ? byFold.map(({ fold, pairs, recall, mrr }) => [
        name,
        String(fold),
        String(pairs),
        figure(recall),
        figure(mrr),
      ])
    : [];

const differenceRow = ({ of, over, recall, mrr }: Difference): string[] => [
  `${of} over ${over}`,
  change(recall),
  change(mrr),
];

const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
