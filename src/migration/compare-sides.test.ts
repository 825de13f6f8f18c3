import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillShop } from '../../test/support/migration/small-shop.ts';
import { openTestFolder } from '../../test/support/store/test-shop.ts';
import { openEmbeddedEngine } from '../engine/embedded/embedded.ts';
import type { EngineReader } from '../engine/engine.ts';
import type { Answer } from './ask-side.ts';
import { compareSides, findDifference } from './compare-sides.ts';

const answer = (changes: Partial<Answer> = {}): Answer => ({
  results: [
    { name: 'a', score: 0.9 },
    { name: 'b', score: 0.5 },
  ],
  count: 2,
  rest: ['resultFound', [{ name: 'colour', values: ['red'] }]],
  ...changes,
});
const scored = (...scores: [string, number][]): Answer =>
  answer({ results: scores.map(([name, score]) => ({ name, score })) });

describe('answers of two places', () => {
  it.each<[string, Answer | null, Answer | null, number, string | null]>([
    ['the same', answer(), answer(), 0, null],
    ['neither has the box', null, null, 0, null],
    ['one has no such box', answer(), null, 0, 'only one side'],
    ['exactly: another facet', answer(), answer({ rest: [] }), 0, 'rest.0: "resultFound", there nothing'],
    [
      'exactly: a score that differs by little',
      answer(),
      scored(['a', 0.9], ['b', 0.5001]),
      0,
      'results.1.score: 0.5, there 0.5001',
    ],
    ['within the tolerance', answer(), scored(['a', 0.9004], ['b', 0.4997]), 0.001, null],
    [
      'neighbours that change places',
      scored(['a', 0.5], ['b', 0.4999]),
      scored(['b', 0.5], ['a', 0.4999]),
      0.001,
      null,
    ],
    ['another product of the same score', answer(), scored(['a', 0.9], ['c', 0.5]), 0.001, null],
    ['a score too far away', answer(), scored(['a', 0.9], ['b', 0.52]), 0.001, 'place 2'],
    [
      'products that change places',
      scored(['a', 0.9], ['b', 0.9]),
      scored(['b', 0.9], ['a', 0.5]),
      0.001,
      'a has the score',
    ],
    ['another count', answer(), answer({ count: 3 }), 0.001, '2 results, there 3'],
    ['a page that ends earlier', answer(), answer({ results: [] }), 0.001, 'different lengths'],
  ])('%s', (_, here, there, tolerance, expected) => {
    const difference = findDifference(here, there, { tolerance });
    if (expected === null) expect(difference).toBeNull();
    else expect(difference).toContain(expected);
  });
});

/** Answers step by step, as an engine does until it has prepared the facets of a box. */
const answerStepByStep = (engine: EngineReader): EngineReader => ({
  keywords: (dataset) => engine.keywords(dataset),
  products: (dataset) => {
    const reader = engine.products(dataset);
    if (reader === null) return null;
    const others = { ...reader };
    delete others.atOnce;
    return { ...others, search: (query) => reader.search({ ...query, explain: true }) };
  },
});

it('the same facets in the form of two ways to answer are no difference', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-compare-'));
  const test = openTestFolder();
  const engine = await openEmbeddedEngine({ folder });
  try {
    const store = test.open();
    const { search } = await fillShop(store, engine, 60);
    const { id: _id, websiteId, tracker: _tracker, ...box } = search;
    // As the neighbours that are prepared at publish.
    const plan = { weights: { looks: 1, colour: 1 }, candidates: 10 };
    store.boxes.put(websiteId, 'test', { ...box, ...plan, facets: ['colour', 'price'] } as typeof box);
    const [here, there] = [
      { store, engine },
      { store, engine: answerStepByStep(engine) },
    ];
    const compared = await compareSides(here, there, { count: 90, tolerance: 0, progress: () => undefined });
    expect(compared).toMatchObject({ different: 0, examples: [] });
    expect(compared.results).toBeGreaterThan(100);
  } finally {
    await engine.close();
    test.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});
