import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boxDefaults, type RelatedBox } from '../../domain/box.ts';
import { openEmbeddedEngine } from '../../engine/embedded/embedded.ts';
import type { Engine } from '../../engine/engine.ts';
import { createRelatedKeywords } from '../../operations/related-keywords.ts';
import { buildKeywords } from './build-keywords.ts';
import { createRandom } from '../looks/decide/measure.ts';
import { misspell } from '../../../evaluate/keywords/misspell.ts';
import type { BehaviourEvent } from './log/event.ts';
import { learnKeywords } from '../../../test/support/keywords/learn-keywords.ts';

const random = createRandom(5);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

const syllables = 'ba co di fu ga he ki lo mu ne pa ri so tu va we xo zi bra cle dro fli gra plu'.split(' ');
const createWord = (): string =>
  Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(syllables)).join('');
const vocabulary = Array.from({ length: 150 }, createWord);
const patterns = [...new Set(Array.from({ length: 320 }, () => `${pick(vocabulary)} ${pick(vocabulary)}`))];

/** Shoppers go from each pattern to the five after it, so that each pattern has its own suggestions. */
const events = patterns.flatMap((_, at) =>
  ['x', 'y'].flatMap((half) =>
    Array.from({ length: 6 }, (__, step): BehaviourEvent => {
      const query = patterns[(at + step) % patterns.length] ?? '';
      return { kind: 'search', shopper: `${half}${at}`, at: 1.7e12 + step * 60_000, query };
    }),
  ),
);

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-misspelt-'));
  engine = await openEmbeddedEngine({ folder });
  const entries = buildKeywords({ rows: [], catalogue: null, language: 'en', learnt: learnKeywords(events) });
  const { version } = await engine.buildKeywords('d', 'en', entries);
  await engine.makeLive('d', version);
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const { cacheControl, directions } = boxDefaults;
const box: RelatedBox = {
  id: 1,
  websiteId: 1,
  datasetId: 1,
  tracker: '',
  name: 'related',
  kind: 'relatedKeywords',
  size: 5,
  url: null,
  directions,
  cacheControl,
};

describe('a misspelt pattern', () => {
  it.each([
    [1, 0.9],
    [2, 0.6],
  ])(
    'with %i edits gets the suggestions of the correct one in at least %f of 200 cases',
    async (edits, atLeast) => {
      const relatedKeywords = createRelatedKeywords(engine);
      const top = async (pattern: string): Promise<string[]> => {
        const { items: related } = await relatedKeywords({
          box,
          dataset: 'd',
          synonyms: [],
          language: 'en',
          pattern,
        });
        return related.map(({ text }) => text);
      };
      let understood = 0;
      for (let round = 0; round < 200; round++) {
        const right = pick(patterns);
        const wanted = await top(right);
        const given = await top(misspell(right, edits, random));
        expect(wanted.length).toBeGreaterThan(3);
        if (given.filter((text) => wanted.includes(text)).length >= Math.min(4, wanted.length)) understood++;
      }
      expect(understood / 200).toBeGreaterThanOrEqual(atLeast);
    },
  );
});
