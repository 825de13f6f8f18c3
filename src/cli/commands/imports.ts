import { Command } from 'commander';
import type { Kindred } from '../../compose.ts';
import { Fault } from '../../errors.ts';
import type { DatasetRef } from '../../domain/import-order.ts';
import type { DiffRow } from '../../ingest/diff.ts';
import type { RowFault } from '../../ingest/faults.ts';
import type { ImportJob } from '../../imports/job.ts';
import { importJson, runAndReport } from './import.ts';
import { findDataset } from '../terminal/names.ts';
import { type CommandContext, kindredCommand } from '../terminal/run-command.ts';
import { formatTable } from '../terminal/output.ts';

type ActionContext = {
  readonly kindred: Kindred;
  readonly context: CommandContext;
  readonly ref: DatasetRef;
  readonly name: string;
  /** The named import, or the newest one that the action applies to. */
  readonly find: (matches: (job: ImportJob) => boolean, what: string) => ImportJob;
};

type Action = (context: ActionContext) => Promise<void>;

const toJobRow = ({ id, state, step, progress, result, reason, startedAt }: ImportJob): string[] => [
  id,
  state,
  startedAt,
  `${progress.rows} rows`,
  result?.diff ? `+${result.diff.added} ~${result.diff.changed} -${result.diff.removed}` : '',
  reason ??
    (step === null ? '' : `${step}${progress.etaSeconds === null ? '' : `, ${progress.etaSeconds} s left`}`),
];

const diffLines = (sign: string, rows: readonly DiffRow[]): string[] =>
  rows.map(({ identifier, displayText, changes }) =>
    [`${sign} ${identifier}  ${displayText}`, ...(changes ? [`(${changes.join(', ')})`] : [])].join('  '),
  );

const csvCell = (value: string | number | null): string =>
  value === null
    ? ''
    : /[",\n\r]/.test(String(value))
      ? `"${String(value).replaceAll('"', '""')}"`
      : String(value);

const actions: Readonly<Record<string, Action>> = {
  async list({ kindred: { imports }, context: { out }, ref, name }) {
    const jobs = imports.list(ref.dataset);
    const value = jobs.map((job) => ({
      ...importJson(job),
      startedAt: job.startedAt,
      finishedAt: job.finishedAt,
    }));
    out.result(
      { dataset: name, imports: value },
      jobs.length === 0 ? 'No imports yet.' : formatTable(jobs.map(toJobRow)),
    );
  },
  async approve({ kindred: { imports }, context, ref, name, find }) {
    const waiting = find(({ state }) => state === 'waiting', 'waits for approval');
    const job = await imports.approve(ref, waiting.id);
    await runAndReport(imports, context, ref, { job, name });
  },
  async cancel({ kindred: { imports }, context: { out }, ref, find }) {
    const stoppable = find(
      ({ state }) => ['queued', 'running', 'waiting'].includes(state),
      'could be stopped',
    );
    const { id } = await imports.cancel(ref, stoppable.id);
    out.result({ import: id }, `${id} is being stopped; the live version stays.`);
  },
  async diff({ kindred: { imports }, context: { out }, ref, find }) {
    const { id } = find(() => true, 'is known');
    const diff = imports.diff(ref.dataset, id);
    if (diff === null) throw new Fault('not-found', `The import ${id} has not compared anything yet.`);
    const { added, changed, removed, counts } = diff;
    const lines = [...diffLines('+', added), ...diffLines('~', changed), ...diffLines('-', removed)];
    const sum = `${counts.added} added, ${counts.changed} changed, ${counts.removed} removed`;
    out.result({ import: id, ...diff }, [...lines, sum].join('\n'));
  },
  async faults({ kindred: { imports }, context: { out }, ref, find }) {
    const { id } = find(() => true, 'is known');
    const faults: RowFault[] = [];
    for await (const fault of imports.faults(ref.dataset, id)) faults.push(fault);
    const rows = faults.map(({ line, kind, identifier, reason }) => [line, kind, identifier, reason]);
    const csv = [['line', 'kind', 'identifier', 'reason'], ...rows].map((row) => row.map(csvCell).join(','));
    out.result({ import: id, faults }, csv.join('\n'));
  },
  async follow({ kindred: { imports }, context: { out, signal }, ref, find }) {
    const { id } = find(() => true, 'is known');
    let last: ImportJob | null = null;
    for await (const job of imports.follow(ref.dataset, id, signal)) {
      last = job;
      if (job.step !== null) out.progress(job.step, job.progress.rows, null);
    }
    if (last !== null)
      out.result(importJson(last), `${id}: ${last.state}${last.reason === null ? '' : `, ${last.reason}`}`);
  },
};

const names = Object.keys(actions).join(', ');

export const importsCommand = (): Command =>
  kindredCommand(
    new Command('imports')
      .description('the imports of a dataset: list, approve, cancel, diff, faults (as CSV), follow')
      .argument('<website/dataset>', 'whose imports')
      .argument('[action]', names, 'list')
      .argument('[import]', 'which import; the newest that fits unless named'),
    [
      'imports luma/catalogue',
      'imports luma/catalogue diff',
      'imports luma/catalogue approve',
      'imports luma/catalogue faults > faults.csv',
    ],
    async (kindred, context, name: string, action: string, id: string | undefined) => {
      const ref = findDataset(kindred.store, name);
      const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
      if (run === undefined) throw new Fault('bad-input', `"${action}" is not one of ${names}.`);
      const find: ActionContext['find'] = (matches, what) => {
        const jobs = kindred.imports.list(ref.dataset);
        const job = id === undefined ? jobs.find(matches) : jobs.find((each) => each.id === id);
        if (job !== undefined) return job;
        throw new Fault(
          'not-found',
          id === undefined ? `No import of ${name} ${what}.` : `There is no import ${id}.`,
        );
      };
      await run({ kindred, context, ref, name, find });
    },
  );
