import type { RowFault } from '../../ingest/faults.ts';
import type { ImportJob } from '../../imports/job.ts';

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

/** The text for a finished import. */
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

/** The same as JSON. */
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
