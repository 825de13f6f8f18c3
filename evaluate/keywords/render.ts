import { formatTable } from '../../src/cli/terminal/output.ts';
import type { CatalogueReport } from './evaluate-catalogue.ts';
import type { Difference, Report, SystemReport } from './evaluate-log.ts';
import type { Interval } from './measure.ts';

const formatNumber = (value: number): string => value.toFixed(3);
const formatSigned = (value: number): string => `${value < 0 ? '' : '+'}${formatNumber(value)}`;
const formatInterval = ({ value, low, high }: Interval): string =>
  `${formatNumber(value)} (${formatNumber(low)} to ${formatNumber(high)})`;
const formatChange = ({ value, low, high }: Interval): string =>
  `${formatSigned(value)} (${formatSigned(low)} to ${formatSigned(high)})`;

/** The report for a shop without behaviour, as text. */
export const renderCatalogueReport = (report: CatalogueReport): string =>
  [
    `${report.queries} queries, of which ${report.sharing} share a content word with the catalogue`,
    '',
    formatTable([
      ['of those that share a word', ''],
      ['with a list', String(report.answered)],
      ['with at least 3 suggestions that find products', String(report.enough)],
    ]),
    formatTable([['of the others, with a list', String(report.answeredOthers)]]),
    '',
    formatTable([
      ['suggestions', String(report.suggestions)],
      ['that find products', formatNumber(report.findShare)],
      ['that repeat another in another spelling', formatNumber(report.nearDuplicateShare)],
      ['that narrow the query', formatNumber(report.refineShare)],
      ['lists with both directions', formatNumber(report.bothDirections)],
      ['suggestions in a list', report.depth.toFixed(1)],
    ]),
    '',
    ...report.examples.map(({ query, list }) => `  ${query}: ${list.slice(0, 5).join(' · ') || '–'}`),
    '',
    'Whether shoppers search for these next can only be measured with a log of their behaviour.',
    'Bring one with `kindred learn <website> <file>`, or send events to POST /events.',
  ].join('\n');

/** The report as text. */
export const renderReport = (report: Report): string =>
  [
    `${report.pairs} held-out searches of ${report.shoppers} shoppers; ceiling ${formatNumber(report.ceiling)}`,
    '',
    formatTable([
      ['', 'recall@10', 'MRR@10', 'coverage', 'near-duplicates', 'zero results'],
      ...report.systems.map(toSystemRow),
    ]),
    `recall@10 to the letter: by text ${formatNumber(report.asTyped.text)}, by displayText ${formatNumber(report.asTyped.displayText)}`,
    '',
    formatTable([
      ['by fold', 'fold', 'searches', 'recall@10', 'MRR@10'],
      ...report.systems.flatMap(toFoldRows),
    ]),
    '',
    formatTable([
      ['difference (paired, 95 %)', 'recall@10', 'MRR@10'],
      ...report.differences.map(toDifferenceRow),
    ]),
    '',
    formatTable([
      ['what each part adds (paired, 95 %)', 'recall@10', 'MRR@10'],
      ...report.without.map(toDifferenceRow),
    ]),
  ].join('\n');

const toSystemRow = (system: SystemReport): string[] => [
  system.name,
  formatInterval(system.recall),
  formatInterval(system.mrr),
  formatNumber(system.coverage),
  formatNumber(system.nearDuplicateShare),
  system.zeroResultShare === null ? 'no catalogue' : formatNumber(system.zeroResultShare),
];

const toFoldRows = ({ name, byFold }: SystemReport): string[][] =>
  ['kindred', 'fusion'].includes(name)
    ? byFold.map(({ fold, pairs, recall, mrr }) => [
        name,
        String(fold),
        String(pairs),
        formatNumber(recall),
        formatNumber(mrr),
      ])
    : [];

const toDifferenceRow = ({ of, over, recall, mrr }: Difference): string[] => [
  `${of} over ${over}`,
  formatChange(recall),
  formatChange(mrr),
];
