import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { dataFiles } from '../../data-files.ts';
import type { DatasetRef, ImportOrder } from '../../domain/import-order.ts';
import type { ImportJobs } from '../../imports/import-jobs.ts';
import type { RowFault } from '../../ingest/faults.ts';
import type { ImportJob } from '../../imports/job.ts';
import { openLooksFiles } from '../../learning/looks/looks-files.ts';
import { summarizeDecision } from '../../learning/looks/report/render-looks.ts';
import { describeStability } from '../../learning/looks/report/stability.ts';
import { approvalFault } from '../../imports/publishing.ts';
import { findDataset } from '../terminal/names.ts';
import { type CommandContext, kindredCommand } from '../terminal/run-command.ts';

type Options = {
  readonly approve?: boolean;
  readonly dryRun?: boolean;
  readonly resume?: boolean | string;
  readonly images: boolean;
  readonly imagesFolder?: string;
};

const isAddress = (feed: string): boolean => /^https?:\/\//i.test(feed);

const toOrder = (feed: string | undefined, options: Options): Partial<ImportOrder> => ({
  feed: feed === undefined ? null : isAddress(feed) ? feed : resolve(feed),
  imagesFolder: options.imagesFolder === undefined ? null : resolve(options.imagesFolder),
  pictures: options.images,
  dryRun: options.dryRun === true,
  approve: options.approve === true,
});

const readFirstFaults = async (imports: ImportJobs, { dataset }: DatasetRef, id: string) => {
  const first: RowFault[] = [];
  for await (const fault of imports.faults(dataset, id)) {
    first.push(fault);
    if (first.length === 100) break;
  }
  return first;
};

/** Names the first bad row and how to list the others; and, when products remain, how to see and approve the change. */
const nextStepText = ({ id, result }: ImportJob, name: string, faults: readonly RowFault[]): string => {
  const bad = faults.find(({ kind }) => kind === 'row');
  const badRow =
    bad &&
    `Line ${bad.line ?? '?'}: ${bad.reason} \`kindred imports ${name} faults ${id}\` lists all of them.`;
  const change = `\`kindred imports ${name} diff\` shows what would change; \`kindred imports ${name} approve ${id}\` publishes exactly that.`;
  return [badRow, bad !== undefined && result?.products === 0 ? undefined : change].filter(Boolean).join(' ');
};

const toApprovalFault = (job: ImportJob, name: string, faults: readonly RowFault[]) =>
  approvalFault(
    job.reason ?? job.result?.reason ?? 'somebody should look at it',
    nextStepText(job, name, faults),
  );

/** Runs an import to its end in this process, and prints the result. */
export const runAndReport = async (
  imports: ImportJobs,
  { out, signal, config }: CommandContext,
  ref: DatasetRef,
  { job, name }: { readonly job: ImportJob; readonly name: string },
): Promise<void> => {
  const ended = await imports.run(ref, job.id, { signal, progress: out.progress });
  const faults = await readFirstFaults(imports, ref, job.id);
  if (ended.state === 'waiting') throw toApprovalFault(ended, name, faults);
  const files = openLooksFiles(join(dataFiles(config).content, 'pictures'), ref.dataset.tracker);
  const [stability, decision] =
    ended.version === null
      ? [null, null]
      : [await files.readStability(ended.version), await files.readDecision(ended.version)];
  const lines = [
    importText(ended, ref.dataset.kind, faults, name),
    ...(decision === null ? [] : [`  ${summarizeDecision(decision.report)}`]),
    ...(stability === null ? [] : [`  ${describeStability(stability)}`]),
  ];
  out.result({ dataset: name, ...importJson(ended), stability }, lines.join('\n'));
};

export const importCommand = (): Command =>
  kindredCommand(
    new Command('import')
      .description('read a feed and publish it as a new version: all of it, or nothing of it')
      .argument('<website/dataset>', 'what to bring up to date')
      .argument('[feed]', 'file or address; without it, the source of the dataset is read')
      .option(
        '--approve',
        'publish even when the guard would wait: many products vanish, or many rows are bad',
      )
      .option('--dry-run', 'read and compare; build and publish nothing')
      .option('--resume [import]', 'go on with an import that was stopped; the newest unless named')
      .option('--no-images', 'look at no picture: the products are found by their words only')
      .option('--images-folder <folder>', 'where relative picture names are looked up'),
    [
      'import luma/catalogue',
      'import luma/catalogue products.ndjson.gz --images-folder pictures',
      'import luma/catalogue --resume',
      'import luma/searches top-searches.csv --json',
    ],
    async ({ store, imports }, context, name: string, feed: string | undefined, options: Options) => {
      const ref = findDataset(store, name);
      const { resume } = options;
      const job =
        resume === undefined || resume === false
          ? imports.open(ref, toOrder(feed, options))
          : imports.requeue(ref.dataset, resume === true ? undefined : resume);
      await runAndReport(imports, context, ref, { job, name });
    },
  );

const maximumReasons = 5;

const headline = (job: ImportJob, isKeywords: boolean): string => {
  const what = `${job.result?.products ?? 0} ${isKeywords ? 'patterns' : 'products'} of ${job.progress.rows} rows`;
  if (job.state === 'published') return `${what}; version ${job.version} is live.`;
  if (job.state === 'checked') return `${what}; nothing was built or published (dry run).`;
  return `${what}; the import is ${job.state}.`;
};

const approvalLines = ({ state, result }: ImportJob): string[] =>
  state === 'checked' && typeof result?.reason === 'string'
    ? [`  It would wait for approval: ${result.reason}.`]
    : [];

const resultLines = ({ result, state }: ImportJob): string[] => {
  const { diff = null } = result ?? {};
  // A dry run reads no pictures.
  const pictures = state === 'checked' ? null : (result?.pictures ?? null);
  const reasons = Object.entries(pictures?.reasons ?? {}).sort(([, a], [, b]) => b - a);
  return [
    ...(diff === null
      ? []
      : [
          `  ${diff.added} added, ${diff.changed} changed, ${diff.removed} removed, ${diff.unchanged} as before`,
        ]),
    ...(pictures === null ? [] : [`  ${pictures.ok} with a picture, ${pictures.missing} without`]),
    ...reasons.slice(0, maximumReasons).map(([reason, count]) => `  ${count} without a picture: ${reason}`),
  ];
};

/** Each reason once, with the first line it applies to. */
const reasonLines = (faults: readonly RowFault[]): string[] => {
  const byReason = Map.groupBy(faults, ({ reason }) => reason);
  return [...byReason]
    .slice(0, maximumReasons)
    .map(
      ([reason, [first, second]]) => `  line ${first?.line ?? '?'}${second ? ' and others' : ''}: ${reason}`,
    );
};

const remarksText = (count: number): string => (count === 1 ? '1 remark' : `${count} remarks`);

export const importText = (
  job: ImportJob,
  kind: string,
  firstFaults: readonly RowFault[],
  name: string,
): string =>
  [
    headline(job, kind === 'keywords'),
    ...resultLines(job),
    ...approvalLines(job),
    ...reasonLines(firstFaults),
    ...(firstFaults.length > 0
      ? [
          `  ${remarksText(job.result?.remarks ?? firstFaults.length)}; all of them: kindred imports ${name} faults ${job.id}`,
        ]
      : []),
  ].join('\n');

export const importJson = (job: ImportJob) => ({
  import: job.id,
  state: job.state,
  version: job.version,
  rows: job.progress.rows,
  badRows: job.progress.badRows,
  products: job.result?.products ?? 0,
  diff: job.result?.diff ?? null,
  pictures: job.result?.pictures ?? null,
  remarks: job.result?.remarks ?? 0,
  reason: job.reason,
  nextStep: job.nextStep,
});
