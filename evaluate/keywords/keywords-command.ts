import type { Command } from 'commander';
import { type Kindred, openEngine } from '../../src/compose.ts';
import { type CommandContext, withContext, withKindred } from '../../src/cli/terminal/run-command.ts';
import { Fault } from '../../src/errors.ts';
import type { Catalogue } from '../../src/learning/keywords/catalogue/catalogue.ts';
import type { BehaviourEvent } from '../../src/learning/keywords/log/event.ts';
import type { LearnOptions } from '../../src/learning/keywords/mine/learn.ts';
import { evaluateCatalogue } from './evaluate-catalogue.ts';
import { evaluateDefaults, evaluateLog } from './evaluate-log.ts';
import { isFile, openShop, readEvents, readQueries } from './inputs.ts';
import { renderCatalogueReport, renderReport } from './render.ts';
import { createTrialServer } from './trial-version.ts';

type Options = {
  readonly folds: string;
  readonly use?: string;
  readonly queries?: string;
  readonly language: string;
};

/** `0,1,2,3`: the folds to use; the others are never read. */
const parseFolds = ({ folds, use }: Options): { folds: number; useFolds: number[] } => {
  const count = Number(folds);
  const useFolds = use === undefined ? [...Array(count).keys()] : use.split(',').map(Number);
  const isValid = Number.isInteger(count) && count >= 2 && useFolds.length >= 2;
  if (isValid && useFolds.every((fold) => Number.isInteger(fold) && fold >= 0 && fold < count))
    return { folds: count, useFolds };
  throw new Fault('bad-input', 'At least two folds are needed, numbered from 0.', {
    nextStep: 'Write it like --folds 5 --use 0,1,2,3.',
  });
};

/** Evaluates what a shop with these settings and this catalogue would have served. */
const evaluateEvents = async (
  events: readonly BehaviourEvent[],
  options: Options,
  learn: LearnOptions,
  catalogue: Catalogue | null,
  { out, signal }: CommandContext,
): Promise<void> => {
  const report = await evaluateLog(
    events,
    { ...evaluateDefaults, ...parseFolds(options), catalogue, learn: { ...learn, halfLifeDays: null } },
    { serve: createTrialServer(openEngine), progress: out.progress, signal },
  );
  out.progress.stop();
  out.result(report, renderReport(report));
};

const evaluateFile = async (file: string, options: Options, context: CommandContext): Promise<void> => {
  const events = await readEvents(file);
  const { learn } = evaluateDefaults;
  await evaluateEvents(events, options, { ...learn, language: options.language }, null, context);
};

const evaluateWebsite = async (
  name: string,
  options: Options,
  kindred: Kindred,
  context: CommandContext,
): Promise<void> => {
  const { language, tracker, catalogue, learn, readEvents: readShopEvents } = await openShop(name, kindred);
  const events = options.queries === undefined ? await readShopEvents() : [];
  if (events.length > 0) return evaluateEvents(events, options, learn, catalogue, context);
  const reader = kindred.engine.keywords(tracker);
  if (reader === null || catalogue === null)
    throw new Fault('not-found', `${name} has neither a log nor published keywords with a catalogue.`, {
      nextStep: 'Import its catalogue, or bring a log with `kindred learn <website> <file>`.',
    });
  const queries = options.queries === undefined ? null : await readQueries(options.queries);
  const { out } = context;
  const report = await evaluateCatalogue(reader, catalogue, language, queries, out.progress);
  out.progress.stop();
  out.result(report, renderCatalogueReport(report));
};

/** `kindred evaluate keywords` */
export const evaluateKeywords = async (name: string, command: Command): Promise<void> => {
  const options = command.opts<Options>();
  return (await isFile(name))
    ? withContext(command, (context) => evaluateFile(name, options, context))
    : withKindred(command, (kindred, context) => evaluateWebsite(name, options, kindred, context));
};
