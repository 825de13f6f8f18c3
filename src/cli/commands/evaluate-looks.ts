import { join } from 'node:path';
import { Command } from 'commander';
import type { Kindred } from '../../compose.ts';
import { boxDefaults } from '../../domain/box.ts';
import { createQuery, type ProductReader, scanPages } from '../../engine/engine.ts';
import { Fault } from '../../errors.ts';
import { evaluateCatalogue, type LooksSubject } from '../../looks/evaluate-catalogue.ts';
import { openLooksFiles } from '../../looks/looks-files.ts';
import { renderDecision, renderEvaluation } from '../../looks/render-looks.ts';
import { findDataset } from '../terminal/names.ts';
import { type CommandContext, withCommonOptions, withKindred } from '../terminal/run-command.ts';

type Options = { readonly field?: string; readonly queries: string };

const listPictured = async (reader: ProductReader): Promise<string[]> => {
  const identifiers: string[] = [];
  for await (const page of scanPages(reader))
    for (const { identifier } of page)
      if ((await reader.source(identifier))?.hasLooks === true) identifiers.push(identifier);
  return identifiers;
};

const createSubject = async (reader: ProductReader, field: string | null): Promise<LooksSubject> => ({
  identifiers: await listPictured(reader),
  findNeighbours: async (identifier, count) => {
    const source = await reader.source(identifier);
    if (source === null) return [];
    const { hits } = await reader.search(
      createQuery({ kind: 'looks', source, weights: boxDefaults.weights }, count),
    );
    return hits.map((hit) => hit.identifier);
  },
  labelOf: async (identifier) => {
    const values = field === null ? [] : ((await reader.source(identifier))?.values(field) ?? []);
    const depth = (value: string): number => value.split('/').length;
    return values
      .map(String)
      .reduce<string | null>(
        (best, value) => (best === null || depth(value) > depth(best) ? value : best),
        null,
      );
  },
});

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
  const evaluation = await evaluateCatalogue(await createSubject(reader, field), Number(options.queries));
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
