import { stat } from 'node:fs/promises';
import { Command } from 'commander';
import type { Kindred } from '../../compose.ts';
import type { Website } from '../../domain/website.ts';
import { Fault } from '../../errors.ts';
import { readFeed } from '../../ingest/formats/detect/find-format.ts';
import { readFeedFile } from '../../ingest/sources/read-feed-file.ts';
import { evaluateDefaults, evaluateKeywords } from '../../keywords/evaluate/evaluate.ts';
import {
  evaluateSafety,
  renderSafetyReport,
  type SafetyInputs,
} from '../../keywords/evaluate/evaluate-safety.ts';
import { evaluateCatalogue } from '../../keywords/evaluate/evaluate-catalogue.ts';
import { renderCatalogueReport, renderReport } from '../../keywords/evaluate/render.ts';
import { type Catalogue, readCatalogue } from '../../keywords/catalogue/catalogue.ts';
import { learnOptionsFor } from '../../keywords/learn-log.ts';
import type { LearnOptions } from '../../keywords/mine/learn.ts';
import { openEngine } from '../../compose.ts';
import { createTrialServer } from '../../learning/trial-version.ts';
import type { BehaviourEvent } from '../../keywords/log/event.ts';
import { readLog } from '../../keywords/log/read-log.ts';
import { looksCommand } from './evaluate-looks.ts';
import { withContext, type CommandContext, withCommonOptions, withKindred } from '../terminal/run-command.ts';

type Options = {
  readonly folds: string;
  readonly use?: string;
  readonly queries?: string;
  readonly language: string;
};

const isFile = (name: string): Promise<boolean> =>
  stat(name).then(
    (state) => state.isFile(),
    () => false,
  );

async function* readEvents(file: string): AsyncGenerator<BehaviourEvent> {
  for await (const item of readLog(readFeed(readFeedFile(file)))) if (item.kind === 'event') yield item.event;
}

const collect = async (events: AsyncIterable<BehaviourEvent>): Promise<BehaviourEvent[]> => {
  const list: BehaviourEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
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
  const mining = { ...learn.mining, halfLifeDays: evaluateDefaults.learn.mining.halfLifeDays };
  const report = await evaluateKeywords(
    events,
    { ...evaluateDefaults, ...parseFolds(options), catalogue, learn: { ...learn, mining } },
    { serve: createTrialServer(openEngine), progress: out.progress, signal },
  );
  out.progress.stop();
  out.result(report, renderReport(report));
};

const evaluateFile = async (file: string, options: Options, context: CommandContext): Promise<void> => {
  const events = await collect(readEvents(file));
  if (events.length === 0) throw noSearches(file);
  const { learn } = evaluateDefaults;
  const mining = { ...learn.mining, language: options.language };
  await evaluateEvents(events, options, { ...learn, mining }, null, context);
};

const evaluateWebsite = async (
  name: string,
  options: Options,
  { store, behaviour, engine }: Kindred,
  context: CommandContext,
): Promise<void> => {
  const website = store.websites.byName(name);
  if (website === null) throw unknownName(name, store.websites.list());
  const { language, id } = website;
  const datasets = store.datasets.list(id);
  const dataset = datasets.find(({ kind }) => kind === 'keywords');
  const products = datasets.find((each) => each.id === dataset?.productsId);
  const catalogue = await readPublishedCatalogue(engine, products?.tracker ?? '', language);
  const events = options.queries === undefined ? await collect(behaviour.log(website).read()) : [];
  if (events.length > 0)
    return evaluateEvents(
      events,
      options,
      learnOptionsFor(language, dataset?.learning ?? {}, catalogue),
      catalogue,
      context,
    );
  const reader = engine.keywords(dataset?.tracker ?? '');
  if (reader === null || catalogue === null) throw nothingToEvaluate(name);
  const queries = options.queries === undefined ? null : await readQueries(options.queries);
  const { out } = context;
  const report = await evaluateCatalogue(reader, catalogue, language, queries, out.progress);
  out.progress.stop();
  out.result(report, renderCatalogueReport(report));
};

const readPublishedCatalogue = async (
  engine: Kindred['engine'],
  tracker: string,
  language: string,
): Promise<Catalogue | null> => {
  const reader = engine.products(tracker);
  return reader && (await readCatalogue(reader, language));
};

const unknownName = (name: string, known: readonly Website[]): Fault =>
  new Fault('not-found', `"${name}" is neither a website nor a file.`, {
    nextStep: `Known websites: ${known.map((each) => each.name).join(', ') || 'none'}.`,
  });

const noSearches = (file: string): Fault =>
  new Fault('bad-input', `${file} holds no searches.`, {
    nextStep: 'Known are UBI queries and events (NDJSON), and tables of searches (shopper, time, query).',
  });

const nothingToEvaluate = (name: string): Fault =>
  new Fault('not-found', `${name} has neither a log nor published keywords with a catalogue.`, {
    nextStep: 'Import its catalogue, or bring a log with `kindred learn <website> <file>`.',
  });

const noQueries = (file: string): Fault =>
  new Fault('bad-input', `${file} holds no queries.`, {
    nextStep: 'Known is a table with a header and one query a row, in a column "query" or in the first.',
  });

const queryColumns = ['query', 'keyword', 'searchterm', 'pattern', 'text'];

/** Reads one column of a table: one with a known name, else the first. */
const readQueries = async (file: string): Promise<string[]> => {
  const queries: string[] = [];
  for await (const item of readFeed(readFeedFile(file))) {
    if (item.kind !== 'row') continue;
    const named = queryColumns.map((column) => item.row[column]).find((value) => value !== undefined);
    const query = named ?? Object.values(item.row)[0];
    if (typeof query === 'string' && query.trim() !== '') queries.push(query.trim());
  }
  if (queries.length === 0) throw noQueries(file);
  return queries;
};

const keywords = (): Command =>
  withCommonOptions(
    new Command('keywords')
      .description(
        'with a log: how often the list that is served holds the search that came next, against baselines; without one: what the catalogue answers',
      )
      .argument('<website|file>', 'whose log, or a file with one')
      .option('--folds <number>', 'shoppers are dealt into so many folds', '5')
      .option('--use <folds>', 'use these only; the others stay unseen')
      .option('--queries <file>', 'ask these of what is published, whatever the log says')
      .option('--language <tag>', 'of a file: decides how words are folded', 'en'),
    [
      'evaluate keywords luma',
      'evaluate keywords searches.csv --use 0,1,2,3 --json',
      'evaluate keywords luma --queries top-searches.csv',
    ],
  ).action(async (name: string, options: Options, command: Command) =>
    (await isFile(name))
      ? withContext(command, (context) => evaluateFile(name, options, context))
      : withKindred(command, (kindred, context) => evaluateWebsite(name, options, kindred, context)),
  );

const safety = (): Command =>
  withCommonOptions(
    new Command('safety')
      .description(
        'counts unsafe suggestions for every search of a log, and words of the catalogue that are withheld by mistake',
      )
      .argument('<website|file>', 'whose log, or a file with one')
      .option('--queries <file>', 'ask these of the website as well: a table with one query a row')
      .option('--language <tag>', 'of a file: decides how words are folded', 'en'),
    [
      'evaluate safety luma',
      'evaluate safety luma --queries top-searches.csv',
      'evaluate safety searches.csv --language de',
    ],
  ).action(async (name: string, options: Pick<Options, 'language' | 'queries'>, command: Command) =>
    (await isFile(name))
      ? withContext(command, (context) => evaluateSafetyOfFile(name, options.language, context))
      : withKindred(command, (kindred, context) =>
          evaluateSafetyOfWebsite(name, options.queries, kindred, context),
        ),
  );

const evaluateSafetyOfFile = async (
  file: string,
  language: string,
  context: CommandContext,
): Promise<void> => {
  const events = await collect(readEvents(file));
  if (events.length === 0) throw noSearches(file);
  await reportSafety({ events, learn: learnOptionsFor(language, {}, null), catalogue: null }, context);
};

const evaluateSafetyOfWebsite = async (
  name: string,
  queriesFile: string | undefined,
  { store, behaviour, engine }: Kindred,
  context: CommandContext,
): Promise<void> => {
  const website = store.websites.byName(name);
  if (website === null) throw unknownName(name, store.websites.list());
  const datasets = store.datasets.list(website.id);
  const dataset = datasets.find(({ kind }) => kind === 'keywords');
  const products = datasets.find((each) => each.id === dataset?.productsId);
  const catalogue = await readPublishedCatalogue(engine, products?.tracker ?? '', website.language);
  const events = await collect(behaviour.log(website).read());
  const learn = learnOptionsFor(website.language, dataset?.learning ?? {}, catalogue);
  const queries = queriesFile === undefined ? [] : await readQueries(queriesFile);
  await reportSafety({ events, learn, catalogue, queries }, context);
};

const reportSafety = async (
  inputs: Pick<SafetyInputs, 'events' | 'learn' | 'catalogue' | 'queries'>,
  { out, signal }: CommandContext,
): Promise<void> => {
  const { progress } = out;
  const report = await evaluateSafety({
    ...inputs,
    serve: createTrialServer(openEngine),
    progress,
    signal,
  });
  out.progress.stop();
  out.result(report, renderSafetyReport(report));
};

export const evaluateCommand = (): Command =>
  new Command('evaluate')
    .description('measure the quality of what is served')
    .addCommand(keywords())
    .addCommand(safety())
    .addCommand(looksCommand());
