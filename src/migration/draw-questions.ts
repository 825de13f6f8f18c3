import { decodeRecord } from '../domain/product-record.ts';
import { type EngineReader, scanPages } from '../engine/engine.ts';
import type { Store } from '../store/store.ts';

/** One side of a migration. */
export type Side = { readonly store: Store; readonly engine: EngineReader };

/** One call of a box: a product to start from, or a pattern. */
export type Question = {
  readonly websiteId: number;
  /** Tracker of the box. */
  readonly box: string;
  readonly about: { readonly identifier: string; readonly page: number } | { readonly pattern: string };
};

const pages = [1, 2, 3] as const;

/** Evenly over the catalogue. */
const pickRows = async (engine: EngineReader, dataset: string, count: number) => {
  const reader = engine.products(dataset);
  if (reader === null || count === 0) return [];
  const step = Math.max(1, Math.floor(reader.size / count));
  const picked = [];
  let at = 0;
  for await (const page of scanPages(reader)) {
    for (const row of page) {
      if (at % step === 0 && picked.length < count) picked.push(row);
      at += 1;
    }
  }
  return picked;
};

/** Titles, their first two words and each word, and single letters: known, unknown and half patterns. */
const drawPatterns = (titles: readonly string[], count: number): string[] => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const words = titles.map((title) => title.split(/\s+/).filter((word) => word !== ''));
  const patterns = [...words.map((own) => own.slice(0, 2).join(' ')), ...letters, ...words.flat(), ...titles];
  return [...new Set(patterns)].filter((pattern) => pattern !== '').slice(0, count);
};

const readTitle = (record: Uint8Array): string => String(decodeRecord(record)['displayText'] ?? '');

/** Up to `count` questions over all boxes of all websites, of the products and words that this side has. */
export const drawQuestions = async ({ store, engine }: Side, count: number): Promise<Question[]> => {
  const boxes = store.websites.list().flatMap((website) => store.boxes.list(website.id));
  const share = Math.ceil(count / Math.max(1, boxes.length));
  const questions: Question[] = [];
  for (const { websiteId, datasetId, tracker: box, kind } of boxes) {
    const datasets = store.datasets.list(websiteId);
    const products = datasets.filter((dataset) => dataset.kind === 'products');
    if (kind === 'search') {
      const dataset = datasets.find(({ id }) => id === datasetId)?.tracker ?? '';
      const rows = await pickRows(engine, dataset, share);
      const calls = pages.flatMap((page) => rows.map(({ identifier }) => ({ identifier, page })));
      questions.push(...calls.slice(0, share).map((about) => ({ websiteId, box, about })));
    } else {
      const rows = [];
      for (const { tracker } of products) rows.push(...(await pickRows(engine, tracker, share)));
      const patterns = drawPatterns(
        rows.map(({ record }) => readTitle(record)),
        share,
      );
      questions.push(...patterns.map((pattern) => ({ websiteId, box, about: { pattern } })));
    }
  }
  return questions.slice(0, count);
};
