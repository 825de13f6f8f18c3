import { stat } from 'node:fs/promises';
import { Command } from 'commander';
import { Fault } from '../../errors.ts';
import { readFeed } from '../../ingest/formats/find-format.ts';
import { openFile } from '../../ingest/sources/open-file.ts';
import { evaluateDefaults, evaluateKeywords } from '../../keywords/evaluate/evaluate.ts';
import { renderReport } from '../../keywords/evaluate/render.ts';
import type { BehaviourEvent } from '../../keywords/log/event.ts';
import { readLog } from '../../keywords/log/read-log.ts';
import { inSetting, type Setting, shared, withKindred } from '../run-command.ts';

type Options = { readonly folds: string; readonly use?: string; readonly language: string };

const isFile = (name: string): Promise<boolean> =>
  stat(name).then(
    (state) => state.isFile(),
    () => false,
  );

async function* eventsIn(file: string): AsyncGenerator<BehaviourEvent> {
  for await (const item of readLog(readFeed(openFile(file)))) if (item.kind === 'event') yield item.event;
}

const all = async (events: AsyncIterable<BehaviourEvent>): Promise<BehaviourEvent[]> => {
  const list: BehaviourEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
};

/** `0,1,2,3`: which folds are used; the others are never looked at. */
const foldsOf = ({ folds, use }: Options): { folds: number; useFolds: number[] } => {
  const count = Number(folds);
  const useFolds = use === undefined ? [...Array(count).keys()] : use.split(',').map(Number);
  const isGood = Number.isInteger(count) && count >= 2 && useFolds.length >= 2;
  if (isGood && useFolds.every((fold) => Number.isInteger(fold) && fold >= 0 && fold < count))
    return { folds: count, useFolds };
  throw new Fault('bad-input', 'At least two folds are needed, numbered from 0.', {
    nextStep: 'Write it like --folds 5 --use 0,1,2,3.',
  });
};

const tell = (events: readonly BehaviourEvent[], options: Options, language: string, { out }: Setting) => {
  if (events.length === 0) {
    throw new Fault('not-found', 'There is no log to evaluate with.', {
      nextStep: 'Bring one with `kindred learn <website> <file>`, or name a file.',
    });
  }
  const { learn } = evaluateDefaults;
  const settings = { ...evaluateDefaults, ...foldsOf(options) };
  const mining = { ...learn.mining, language };
  const report = evaluateKeywords(events, { ...settings, learn: { ...learn, mining } });
  out.result(report, renderReport(report));
};

const keywords = (): Command =>
  shared(
    new Command('keywords')
      .description('how often the list holds the search that came next, against baselines')
      .argument('<website|file>', 'whose log, or a file with one')
      .option('--folds <number>', 'shoppers are dealt into so many folds', '5')
      .option('--use <folds>', 'use these only; the others stay unseen')
      .option('--language <tag>', 'of a file: decides how words are folded', 'en'),
    ['evaluate keywords luma', 'evaluate keywords searches.csv --use 0,1,2,3 --json'],
  ).action(async (name: string, options: Options, command: Command) => {
    if (await isFile(name))
      return inSetting(command, async (setting) =>
        tell(await all(eventsIn(name)), options, options.language, setting),
      );
    return withKindred(command, async ({ store, behaviour }, setting) => {
      const website = store.websites.byName(name);
      if (website === null) throw new Fault('not-found', `"${name}" is neither a website nor a file.`);
      tell(await all(behaviour.log(website).read()), options, website.language, setting);
    });
  });

export const evaluateCommand = (): Command =>
  new Command('evaluate').description('measure the quality of what is served').addCommand(keywords());
