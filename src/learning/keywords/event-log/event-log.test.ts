import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BehaviourEvent } from '../log/event.ts';
import { learnDefaults, learnFromLog } from '../mine/learn.ts';
import { openEventLog } from './event-log.ts';
import { parseEvents } from './parse-events.ts';

let folder: string;
let nowMs: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-events-'));
  nowMs = Date.parse('2026-11-15T12:00:00Z');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const dayMs = 86_400_000;
const open = () => openEventLog({ folder, website: 'w', now: () => nowMs });
const search = (shopper: string, query: string, at = nowMs) => ({
  id: null,
  event: { kind: 'search', shopper, at, query } as BehaviourEvent,
});
const readQueries = async (log = open()): Promise<string[]> => {
  const queries: string[] = [];
  for await (const event of log.read()) queries.push(event.query ?? '');
  return queries;
};
const files = async () => (await readdir(folder)).filter((name) => name.endsWith('.events')).sort();

describe('the event log', () => {
  it('returns appended events once, also to another process, and stores no shopper identifier', async () => {
    await open().append([search('anna@home', 'sofa'), search('ben', 'bed')]);
    await open().append([search('ben', 'bed'), search('ben', 'lamp')]);
    expect(await readQueries()).toEqual(['sofa', 'bed', 'lamp']);
    expect(await readFile(join(folder, (await files())[0] ?? ''), 'utf8')).not.toContain('anna@home');
  });

  it('shares one write among many callers and loses none of them', async () => {
    const log = open();
    await Promise.all(Array.from({ length: 200 }, (_, n) => log.append([search(`s${n}`, `q${n}`)])));
    expect((await readQueries()).length).toBe(200);
  });

  it('reads events with the same id once, even with other content', async () => {
    const { event } = search('a', 'sofa');
    await open().append([{ id: 'event 1', event }]);
    await open().append([{ id: 'event 1', event: { ...event, at: nowMs + 5 } }]);
    expect(await readQueries()).toEqual(['sofa']);
  });

  it('skips a torn tail and a damaged line and reads the lines after them', async () => {
    const log = open();
    await log.append([search('a', 'one'), search('a', 'two')]);
    const [name = ''] = await files();
    const text = await readFile(join(folder, name), 'utf8');
    await writeFile(join(folder, name), text.replace('"one"', '"0ne"'));
    await appendFile(join(folder, name), text.trim().slice(0, 40));
    await log.append([search('a', 'three')]);
    expect(await readQueries()).toEqual(['two', 'three']);
  });

  it('sets times in the future to now', async () => {
    await open().append([search('a', 'sofa', nowMs + 9 * dayMs)]);
    for await (const { at } of open().read()) expect(at).toBe(nowMs);
  });

  it('erases a shopper at once for readers, and on disk when the day is closed', async () => {
    const log = open();
    await log.append([search('anna', 'sofa'), search('ben', 'bed')]);
    nowMs += 1000;
    await log.eraseShopper('anna');
    expect(await readQueries()).toEqual(['bed']);
    nowMs += 3 * dayMs;
    await log.append([search('anna', 'chair')]);
    await log.applyRetention(400);
    expect(await readQueries()).toEqual(['bed', 'chair']);
    expect(await readFile(join(folder, (await files())[0] ?? ''), 'utf8')).not.toContain('sofa');
  });

  it('removes events after the retention period', async () => {
    const log = open();
    await log.append([search('a', 'old')]);
    nowMs += 40 * dayMs;
    await log.append([search('a', 'new')]);
    await log.applyRetention(30);
    expect(await readQueries()).toEqual(['new']);
    expect(await files()).toHaveLength(1);
  });

  it('changes its fingerprint with every append and erasure', async () => {
    const log = open();
    const before = await log.fingerprint();
    await log.append([search('a', 'sofa')]);
    const after = await log.fingerprint();
    expect(after).not.toBe(before);
    expect(await log.fingerprint()).toBe(after);
    await log.eraseShopper('a');
    expect(await log.fingerprint()).not.toBe(after);
  });
});

describe('erasing a shopper', () => {
  const visit = (shopper: string, ...queries: string[]) =>
    queries.map((query, step) => search(shopper, query, nowMs - 3_600_000 + step * 60_000));
  const suggestionsFor = async (pattern: string): Promise<string[]> => {
    const learnt = await learnFromLog(open().read(), learnDefaults);
    return learnt?.suggest(pattern).map(({ text }) => text) ?? [];
  };
  beforeEach(async () => {
    await open().append([
      ...['ann', 'bob', 'cid'].flatMap((shopper) => visit(shopper, 'tent', 'camping stove')),
      ...['ann', 'dan'].flatMap((shopper) => visit(shopper, 'tent', 'head torch')),
      ...['ann', 'bob'].flatMap((shopper) => visit(shopper, 'ann private search')),
    ]);
  });

  it('removes suggestions that too few other shoppers support, and keeps the others', async () => {
    expect(await suggestionsFor('tent')).toEqual(expect.arrayContaining(['camping stove', 'head torch']));
    nowMs += 1000;
    await open().eraseShopper('ann');
    expect(await suggestionsFor('tent')).toEqual(['camping stove']);
  });

  it('reports how many events there were, and none for an unknown shopper', async () => {
    expect(await open().eraseShopper('nobody')).toBe(0);
    expect(await open().eraseShopper('ann')).toBe(4);
    expect(await open().eraseShopper('ann')).toBe(0);
  });

  it('does not touch what the shopper does afterwards', async () => {
    await open().eraseShopper('dan');
    nowMs += 60_000;
    await open().append([search('dan', 'lantern')]);
    expect(await readQueries()).toContain('lantern');
  });

  it('holds for the pseudonym of this website only', async () => {
    const other = openEventLog({ folder, website: 'other', now: () => nowMs });
    expect(await other.eraseShopper('ann')).toBe(0);
    expect(await suggestionsFor('tent')).toContain('head torch');
  });
});

describe('parseEvents', () => {
  it('accepts, ignores or refuses each item with its position', () => {
    const { events, ignored, refused } = parseEvents(
      [
        { client_id: 'c', query_id: 'q1', user_query: 'sofa' },
        { client_id: 'c', action_name: 'impression', query_id: 'q1' },
        { client_id: 'c', user_query: 'mail me at anna@shop.example' },
        { client_id: 'c', user_query: '' },
        'sofa',
      ],
      nowMs,
    );
    expect(events).toEqual([
      {
        id: 'query q1',
        event: { kind: 'search', shopper: 'c', at: nowMs, query: 'sofa', queryId: 'q1' },
      },
    ]);
    expect(ignored).toBe(2);
    expect(refused.map(({ index }) => index)).toEqual([3, 4]);
  });
});
