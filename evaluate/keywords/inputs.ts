import { stat } from 'node:fs/promises';
import type { Kindred } from '../../src/compose.ts';
import { Fault } from '../../src/errors.ts';
import { readFeed } from '../../src/ingest/formats/find/find-format.ts';
import { readFeedFile } from '../../src/ingest/formats/unpack.ts';
import { type Catalogue, readCatalogue } from '../../src/learning/keywords/catalogue/catalogue.ts';
import type { BehaviourEvent } from '../../src/learning/keywords/log/event.ts';
import { readLog } from '../../src/learning/keywords/log/read-log.ts';
import { learnOptionsFor, type LearnOptions } from '../../src/learning/keywords/mine/learn.ts';

export const isFile = (name: string): Promise<boolean> =>
  stat(name).then(
    (state) => state.isFile(),
    () => false,
  );

/** The events of a log in a file. */
export const readEvents = async (file: string): Promise<BehaviourEvent[]> => {
  const events: BehaviourEvent[] = [];
  for await (const item of readLog(readFeed(readFeedFile(file))))
    if (item.kind === 'event') events.push(item.event);
  if (events.length > 0) return events;
  throw new Fault('bad-input', `${file} holds no searches.`, {
    nextStep: 'Known are UBI queries and events (NDJSON), and tables of searches (shopper, time, query).',
  });
};

const queryColumns = ['query', 'keyword', 'searchterm', 'pattern', 'text'];

/** Reads one column of a table: one with a known name, else the first. */
export const readQueries = async (file: string): Promise<string[]> => {
  const queries: string[] = [];
  for await (const item of readFeed(readFeedFile(file))) {
    if (item.kind !== 'row') continue;
    const named = queryColumns.map((column) => item.row[column]).find((value) => value !== undefined);
    const query = named ?? Object.values(item.row)[0];
    if (typeof query === 'string' && query.trim() !== '') queries.push(query.trim());
  }
  if (queries.length > 0) return queries;
  throw new Fault('bad-input', `${file} holds no queries.`, {
    nextStep: 'Known is a table with a header and one query a row, in a column "query" or in the first.',
  });
};

/** A website with what its keywords are made of. */
export type EvaluatedShop = {
  readonly language: string;
  /** Tracker of the keyword dataset; empty without one. */
  readonly tracker: string;
  readonly catalogue: Catalogue | null;
  readonly learn: LearnOptions;
  readonly readEvents: () => Promise<BehaviourEvent[]>;
};

export const openShop = async (
  name: string,
  { store, behaviour, engine }: Kindred,
): Promise<EvaluatedShop> => {
  const website = store.websites.byName(name);
  if (website === null) {
    const known = store.websites.list().map((each) => each.name);
    throw new Fault('not-found', `"${name}" is neither a website nor a file.`, {
      nextStep: `Known websites: ${known.join(', ') || 'none'}.`,
    });
  }
  const { language } = website;
  const datasets = store.datasets.list(website.id);
  const dataset = datasets.find(({ kind }) => kind === 'keywords');
  const products = datasets.find((each) => each.id === dataset?.productsId);
  const reader = engine.products(products?.tracker ?? '');
  const catalogue = reader && (await readCatalogue(reader, language));
  return {
    language,
    tracker: dataset?.tracker ?? '',
    catalogue,
    learn: learnOptionsFor(language, dataset?.learning ?? {}, catalogue),
    readEvents: async () => {
      const events: BehaviourEvent[] = [];
      for await (const event of behaviour.log(website).read()) events.push(event);
      return events;
    },
  };
};
