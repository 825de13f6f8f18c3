import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RelatedBox } from '../../src/domain/box.ts';
import type { TermRedirect } from '../../src/domain/term-redirect.ts';
import { openEmbeddedEngine } from '../../src/engine/embedded/embedded.ts';
import type { Engine, KeywordEntry } from '../../src/engine/engine.ts';
import { writeSuggestions } from '../../src/http/related-keywords/presenter.ts';
import { createRelatedKeywords } from '../../src/operations/related-keywords.ts';
import type { RelatedKeywordsRequest } from '../../src/operations/related/related-keywords-request.ts';
import { createRandom, type Random } from './random.ts';

/*
 * The lists of known patterns are made ready in idle time. Here the same questions are also answered by an operation that
 * makes nothing ready, and both answers must have the same bytes, explained or not.
 */
const seeds = [1, 2, 3];
const questions = 80;
const dataset = 'ready-keywords';

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-ready-keywords-'));
  engine = await openEmbeddedEngine({ folder, keepVersions: 1 });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const directions = ['next', 'refine'] as const;
const words = ['red', 'Größe', 'shoe', 'shirts', "levi's", 'box', 'boxes', 'table', '鞋', 'no. 5', 'women'];

const drawText = (random: Random): string => random.list(1, 3, () => random.pick(words)).join(' ');

const drawEntry = (random: Random): KeywordEntry => {
  const text = drawText(random);
  const suggestions = random.list(0, 12, (place) => {
    const suggested = drawText(random);
    const evidence = [{ signal: 'session', weight: 0.5, shoppers: 3 }] as const;
    const direction = random.pick(directions);
    return { text: suggested, displayText: suggested, score: 1 - place / 20, direction, evidence };
  });
  const popularity = random.integer(0, 9);
  return { text, displayText: text, popularity, suggestions, suggestible: random.chance(0.5) };
};

const drawBox = (random: Random): RelatedBox => ({
  id: random.integer(1, 3),
  websiteId: 1,
  datasetId: 1,
  tracker: 'box',
  name: 'related',
  cacheControl: '',
  kind: 'relatedKeywords',
  size: random.integer(1, 12),
  url: random.pick([null, 'https://shop.example/?q={keyword}']),
  directions: random.pick<RelatedBox['directions']>([directions, ['next'], ['refine', 'next']]),
  curation: random.list(0, 2, () => ({
    pattern: random.chance(0.3) ? null : drawText(random),
    add: random.some([drawText(random), 'polo "x"']),
    hide: random.some([drawText(random), 'shoe']),
  })),
});

const drawRedirects = (random: Random): TermRedirect[] =>
  random.list(0, 2, () => ({ term: drawText(random), url: 'https://shop.example/page' }));

/** In another spelling, most of which mean the same. */
const respell = (random: Random, text: string): string =>
  random.pick([
    text,
    text.toUpperCase(),
    `  ${text} `,
    `${text}s`,
    text.split(' ').reverse().join(' '),
    text.slice(1),
    `${text} zzz`,
  ]);

const needs = {
  keywords: (name: string) => engine.keywords(name),
  products: () => null,
};

const publish = async (random: Random): Promise<KeywordEntry[]> => {
  const byText = new Map(random.list(20, 60, () => drawEntry(random)).map((entry) => [entry.text, entry]));
  const entries = [...byText.values()];
  const { version } = await engine.buildKeywords(dataset, 'en', entries);
  await engine.makeLive(dataset, version);
  return entries;
};

const compareSpellings = async (
  random: Random,
  entries: readonly KeywordEntry[],
  settings: Omit<RelatedKeywordsRequest, 'pattern'>,
  [ready, plain]: readonly ReturnType<typeof createRelatedKeywords>[],
): Promise<number> => {
  let packed = 0;
  for (let question = 0; question < questions; question += 1) {
    // Lists are made between two turns.
    if (question % 8 === 1) await setTimeout(1);
    const request = { ...settings, pattern: respell(random, random.pick(entries).text) };
    const [found, expected] = [await ready?.(request), await plain?.(request)];
    if (found === undefined || expected === undefined) throw new Error('two operations are compared');
    if (found.packed !== undefined) packed += 1;
    expect(expected.packed).toBeUndefined();
    expect(writeSuggestions(found, 'tracker', false).toString()).toBe(
      writeSuggestions(expected, 'tracker', false).toString(),
    );
    expect(found.items).toEqual(expected.items);
    expect([found.version, found.understoodAs]).toEqual([expected.version, expected.understoodAs]);
  }
  return packed;
};

describe('ready lists of keywords', () => {
  it('give the same bytes as lists that are made, for all boxes, spellings and versions', async () => {
    let packed = 0;
    for (const seed of seeds) {
      const random = createRandom(seed);
      const operations = [createRelatedKeywords(needs, 1), createRelatedKeywords(needs, Infinity)];
      for (let round = 0; round < 3; round += 1) {
        const entries = await publish(random);
        const box = drawBox(random);
        const synonyms = [['red', 'crimson']];
        const settings = { box, dataset, synonyms, redirects: drawRedirects(random), language: 'en' };
        packed += await compareSpellings(random, entries, settings, operations);
        // A changed box must never be answered with the lists of the former one.
        const changed = {
          ...settings,
          box: { ...box, size: box.size + 1, url: 'https://new.example/{keyword}' },
        };
        packed += await compareSpellings(random, entries, changed, operations);
      }
    }
    process.stdout.write(
      `${seeds.length * 3 * 2 * questions} questions, ${packed} of them answered by ready lists\n`,
    );
    expect(packed).toBeGreaterThan(questions);
  });

  it('of a box are used again when another directory says the same about it', async () => {
    const random = createRandom(9);
    const entries = await publish(random);
    const related = createRelatedKeywords(needs, 1);
    const settings = { dataset, synonyms: [], redirects: [], language: 'en' };
    const box = { ...drawBox(random), size: 10, curation: [] };
    const asked = entries.find(({ suggestions }) => suggestions.length > 3)?.text ?? '';
    const ask = (each: RelatedBox) => related({ ...settings, box: each, pattern: asked });
    while ((await ask(box)).packed === undefined) await setTimeout(1);
    expect((await ask({ ...box })).packed).toBeDefined();
    expect((await ask({ ...box, url: null, name: 'another' })).packed).toBeUndefined();
  });
});
