import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createShopperBehaviour } from './behaviour.ts';
import { openEmbeddedEngine } from '../../engine/embedded/embedded.ts';
import { startLearningSchedule } from './schedule.ts';
import { createShopLearning } from './shop-learning.ts';
import { createPublishing } from '../../imports/publishing.ts';
import { openStore } from '../../store/sqlite/open-store.ts';
import { openKeyring } from '../../store/keys/keyring.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-fold-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('learns from new events when it is due, once, and not before', async () => {
  let nowMs = Date.parse('2026-11-15T12:00:00Z');
  const now = () => new Date(nowMs);
  const store = await openStore({
    file: join(folder, 'kindred.sqlite'),
    keyring: openKeyring({ secretKey: null, dataDir: folder }),
  });
  const engine = await openEmbeddedEngine({ folder: join(folder, 'versions') });
  const behaviour = createShopperBehaviour(folder, now);
  const embedder = () => Promise.reject(new Error('nothing is embedded here'));
  const publishing = createPublishing({ store, engine, behaviour, embedder, dataDir: folder, fetch, now });
  const learning = createShopLearning({ store, behaviour, publishing, dataDir: folder });
  const website = await store.websites.put('test', {
    name: 'luma',
    displayName: 'Luma',
    language: 'en',
    url: null,
    synonyms: [],
  });
  const { tracker } = await store.datasets.put(website.id, 'test', {
    name: 'searches',
    kind: 'keywords',
    source: null,
    fields: [],
    productsId: null,
    model: null,
    learning: { everyMinutes: 10 },
  });
  let folds = 0;
  let isLeader = false;
  const schedule = startLearningSchedule({
    store,
    learning,
    isLeader: () => isLeader,
    learn: async (each) => {
      folds++;
      await learning.learn(each);
    },
    now: () => nowMs,
    onFailed: (_website, error) => {
      throw error;
    },
  });
  const search = (shopper: string, query: string) =>
    behaviour.log(website).append([{ id: null, event: { kind: 'search', shopper, at: nowMs, query } }]);
  const nextAfter = async (pattern: string): Promise<string[]> => {
    const question = { pattern, size: 10, directions: ['refine', 'next'] } as const;
    const answer = await engine.keywords(tracker)?.suggest(question);
    return answer?.suggestions.map(({ text }) => text) ?? [];
  };
  try {
    await schedule.check();
    expect(folds).toBe(0);
    for (const query of ['tent', 'rope']) for (const shopper of ['a', 'b']) await search(shopper, query);
    await schedule.check();
    expect(folds).toBe(0);
    isLeader = true;
    await schedule.check();
    expect([folds, await nextAfter('tent')]).toEqual([1, ['rope']]);
    nowMs += 60_000;
    for (const shopper of ['a', 'b']) await search(shopper, 'stove');
    await schedule.check();
    expect(folds).toBe(1);
    nowMs += 10 * 60_000;
    await schedule.check();
    await schedule.check();
    expect(folds).toBe(2);
    expect(await nextAfter('tent')).toContain('stove');
  } finally {
    await schedule.stop();
    await engine.close();
    store.close();
  }
});
