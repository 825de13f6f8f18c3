import { join } from 'node:path';
import { Command } from 'commander';
import type { Kindred } from '../../compose.ts';
import { Fault } from '../../errors.ts';
import { createLooksSubject } from '../../ingest/looks-subject.ts';
import { evaluateCatalogue } from '../../looks/evaluate-catalogue.ts';
import { openLooksFiles } from '../../looks/looks-files.ts';
import { renderDecision, renderEvaluation } from '../../looks/render-looks.ts';
import { findDataset } from '../terminal/names.ts';
import { type CommandContext, withCommonOptions, withKindred } from '../terminal/run-command.ts';

type Options = { readonly field?: string; readonly queries: string };

const evaluateLooks = async (
  name: string,
  options: Options,
  { store, engine }: Kindred,
  { config, out }: CommandContext,
): Promise<void> => {
  const { dataset } = findDataset(store, name);
  const reader = engine.products(dataset.tracker);
  if (reader === null)
    throw new Fault('not-found', `Nothing is published for ${name}.`, {
      nextStep: `Import it with \`kindred import ${name}\`.`,
    });
  const files = openLooksFiles(join(config.dataDir, 'pictures'), dataset.tracker);
  const decision = await files.readDecision(reader.version);
  const field = options.field ?? decision?.report.field ?? null;
  const evaluation = await evaluateCatalogue(
    await createLooksSubject(reader, field),
    Number(options.queries),
  );
  const report = decision?.report ?? null;
  const lines = [
    ...(report === null ? ['nothing was decided for this version'] : renderDecision(report)),
    ...renderEvaluation(field, evaluation),
  ];
  out.result({ version: reader.version, field, decision: report, evaluation }, lines.join('\n'));
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
      .option('--queries <number>', 'how many products are asked for', '500'),
    ['evaluate looks luma/catalogue', 'evaluate looks luma/catalogue --field colour --json'],
  ).action((name: string, options: Options, command: Command) =>
    withKindred(command, (kindred, context) => evaluateLooks(name, options, kindred, context)),
  );
