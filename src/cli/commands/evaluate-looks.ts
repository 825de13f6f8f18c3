import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import type { Kindred } from '../../compose.ts';
import type { Dataset } from '../../domain/dataset.ts';
import type { ProductReader } from '../../engine/engine.ts';
import { Fault } from '../../errors.ts';
import { type LooksMaterial, readLooksMaterial } from '../../ingest/looks-material.ts';
import { createLooksSubject } from '../../ingest/looks-subject.ts';
import type { CopyReport } from '../../looks/compare-vectors.ts';
import { evaluateCatalogue, type LooksSubject } from '../../looks/evaluate-catalogue.ts';
import { evaluateHeldOut, type HeldOutStep } from '../../looks/held-out.ts';
import { openLooksFiles } from '../../looks/looks-files.ts';
import { renderCopies, renderHeldOut } from '../../looks/render-held-out.ts';
import { renderDecision, renderEvaluation } from '../../looks/render-looks.ts';
import { renderSheet } from '../../looks/render-sheet.ts';
import { findDataset } from '../terminal/names.ts';
import { type CommandContext, withCommonOptions, withKindred } from '../terminal/run-command.ts';
import { createSheet, createTrial, drawSheet, tryCopies } from './looks-trials.ts';

type Options = {
  readonly field?: string;
  readonly queries: string;
  readonly heldOut?: boolean;
  readonly copies?: string;
  readonly sheet?: string;
};

const looksDefaults = { sheetProducts: 20 } as const;

/** What a command about one dataset works on. */
type Subject = {
  readonly name: string;
  readonly dataset: Dataset;
  readonly kindred: Kindred;
  readonly context: CommandContext;
  /** Null when the live version was built without learning. */
  readonly material: LooksMaterial | null;
};

const requireMaterial = ({ name, material }: Subject): LooksMaterial => {
  if (material !== null) return material;
  throw new Fault('not-found', `Nothing was learnt from when ${name} was built.`, {
    nextStep: `Import it again with \`kindred import ${name}\`.`,
  });
};

const openTrial = (subject: Subject, count: number): ReturnType<typeof createTrial> => {
  const { dataset, kindred, context } = subject;
  const folder = join(context.config.dataDir, 'pictures');
  const needs = { engine: kindred.engine, fetch: kindred.fetch, folder, signal: context.signal };
  return createTrial(requireMaterial(subject), dataset, needs, count);
};

const measureHeldOut = async (subject: Subject, { labelOf }: LooksSubject): Promise<HeldOutStep[]> => {
  const { items, sample } = requireMaterial(subject);
  const labels = await Promise.all(items.map(({ identifier }) => labelOf(identifier)));
  return evaluateHeldOut(sample, labels, (done, total) =>
    subject.context.out.progress('Learning without a fifth', done, total),
  );
};

const measureCopies = async (
  subject: Subject,
  count: number,
): Promise<{ readonly base: CopyReport[]; readonly learnt: CopyReport[] }> => {
  const embedder = await subject.kindred.embedder(subject.dataset.model);
  try {
    return await tryCopies(openTrial(subject, count), embedder);
  } finally {
    await embedder.close();
  }
};

/** Writes `<file>.html` and `<file>.png`. */
const writeSheet = async (subject: Subject, file: string): Promise<string> => {
  const rows = await createSheet(openTrial(subject, looksDefaults.sheetProducts));
  const base = file.replace(/\.(html|png)$/, '');
  await writeFile(`${base}.html`, renderSheet(subject.name, rows));
  await writeFile(`${base}.png`, await drawSheet(rows));
  return `${rows.length} products in ${base}.html and ${base}.png`;
};

const openLive = (name: string, dataset: Dataset, { engine }: Kindred): ProductReader => {
  const reader = engine.products(dataset.tracker);
  if (reader !== null) return reader;
  throw new Fault('not-found', `Nothing is published for ${name}.`, {
    nextStep: `Import it with \`kindred import ${name}\`.`,
  });
};

const evaluateLooks = async (
  name: string,
  options: Options,
  kindred: Kindred,
  context: CommandContext,
): Promise<void> => {
  const { dataset } = findDataset(kindred.store, name);
  const reader = openLive(name, dataset, kindred);
  const folder = join(context.config.dataDir, 'pictures');
  const decision = await openLooksFiles(folder, dataset.tracker).readDecision(reader.version);
  const report = decision?.report ?? null;
  const field = options.field ?? report?.field ?? null;
  const subject = await createLooksSubject(reader, field);
  const evaluation = await evaluateCatalogue(subject, Number(options.queries));
  const material = await readLooksMaterial(folder, dataset);
  const about: Subject = { name, dataset, kindred, context, material };
  const heldOut = options.heldOut === true ? await measureHeldOut(about, subject) : null;
  const copies = options.copies === undefined ? null : await measureCopies(about, Number(options.copies));
  const sheet = options.sheet === undefined ? null : await writeSheet(about, options.sheet);
  context.out.progress.stop();
  const lines = [
    ...(report === null ? ['nothing was decided for this version'] : renderDecision(report)),
    ...renderEvaluation(field, evaluation),
    ...(heldOut === null ? [] : renderHeldOut(field, heldOut)),
    ...(copies === null ? [] : renderCopies(copies.base, copies.learnt)),
    ...(sheet === null ? [] : [sheet]),
  ];
  const result = { version: reader.version, field, decision: report, evaluation, heldOut, copies };
  context.out.result(result, lines.join('\n'));
};

export const looksCommand = (): Command =>
  withCommonOptions(
    new Command('looks')
      .description('how well look-alikes agree with a field, and what was learnt when the version was built')
      .argument('<website/dataset>', 'a product dataset')
      .option(
        '--field <name>',
        'the field that says what belongs together; left out: the one that was learnt from',
      )
      .option('--queries <number>', 'how many products are asked for', '500')
      .option('--held-out', 'learn five times without a fifth of the products, and measure on that fifth')
      .option('--copies <number>', 'embed altered copies of so many pictures, and look for the originals')
      .option('--sheet <file>', 'write a contact sheet of 20 products, base beside learnt, as HTML and PNG'),
    [
      'evaluate looks luma/catalogue',
      'evaluate looks luma/catalogue --field colour --json',
      'evaluate looks luma/catalogue --held-out --copies 40 --sheet looks.html',
    ],
  ).action((name: string, options: Options, command: Command) =>
    withKindred(command, (kindred, context) => evaluateLooks(name, options, kindred, context)),
  );
