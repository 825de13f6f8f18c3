import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServedFolder } from '../../test/support/cli/served-folder.ts';

let shop: Awaited<ReturnType<typeof openServedFolder>>;
let key: string;
beforeAll(async () => {
  shop = await openServedFolder();
  const { keys } = await shop.store.subscriptions.put(shop.website.id, 'test', {
    name: 'pages',
    kind: 'secret',
    rate: null,
    quota: null,
    boxIds: [],
    origins: [],
  });
  key = keys?.primary ?? '';
});
afterAll(() => shop.close());

type Answer = { suggestions: { text: string }[] | null };
const ask = async (url: string, pattern: string): Promise<string[]> => {
  const address = new URL(`${url}${shop.path}`);
  address.searchParams.set('pattern', pattern);
  const answer = await fetch(address, { headers: { 'Ocp-Apim-Subscription-Key': key } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as Answer).suggestions?.map(({ text }) => text) ?? [];
};
const send = async (url: string, events: readonly object[]): Promise<number> => {
  const headers = { 'Ocp-Apim-Subscription-Key': key, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/events`, { method: 'POST', headers, body: JSON.stringify(events) });
  return answer.status;
};
const now = Date.now();
/** Old events count for less, so that a fixed date would make the test fail one day. */
const minutesAgo = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();
const walks = (shopper: string, ...queries: string[]) =>
  queries.map((user_query, place) => ({
    client_id: shopper,
    user_query,
    timestamp: now - 90_000 + place * 1000,
  }));
const inFolder = (name: string, text: string): string => {
  const file = join(shop.dataDir, '..', name);
  writeFileSync(file, text);
  return file;
};

describe('learning from shoppers', () => {
  it('loses no acknowledged event to kill -9: after a restart and a fold it changes the answer', async () => {
    const first = await shop.serve();
    expect(await ask(first.url, 'kayak')).toEqual([]);
    for (const shopper of ['a', 'b'])
      expect(await send(first.url, walks(shopper, 'kayak', 'paddle'))).toBe(202);
    await first.kill('SIGKILL');
    const second = await shop.serve();
    await shop.command('learn', 'luma');
    await expect.poll(() => ask(second.url, 'kayak')).toEqual(['paddle']);
    await second.kill('SIGTERM');
  });

  it('learns from a file, and forgets a shopper with what only they supported', async () => {
    const rows = ['c', 'd'].flatMap((shopper) =>
      ['tent', 'stove'].map((query, place) => `${shopper},${minutesAgo(9 - place)},${query}`),
    );
    const file = inFolder('searches.csv', `shopper,at,query\n${rows.join('\n')}\nno time,x,y\n`);
    const learnt = (await shop.command('learn', 'luma', file)) as {
      taken: { events: number; faults: number; firstFaults: { line: number }[] };
      published: { searched: number }[];
    };
    expect(learnt.taken).toMatchObject({ events: 4, faults: 1, firstFaults: [{ line: 6 }] });
    const service = await shop.serve();
    expect(await ask(service.url, 'tent')).toContain('stove');
    await shop.command('forget', 'luma', 'c');
    await expect.poll(() => ask(service.url, 'tent')).not.toContain('stove');
    expect(shop.files().some(({ bytes }) => bytes.includes('"c"'))).toBe(false);
    await service.kill('SIGTERM');
  });

  it('learns from keyword counts: popular keywords are completed and related', async () => {
    const file = inFolder('top.csv', 'keyword,count\nwool socks,90\nwool hat,40\nwool blanket,10\n');
    const learnt = (await shop.command('learn', 'luma', file)) as { taken: { counts: number } };
    expect(learnt.taken.counts).toBe(3);
    const service = await shop.serve();
    expect((await ask(service.url, 'wool socks'))[0]).toBe('wool hat');
    expect((await ask(service.url, 'woo'))[0]).toBe('wool socks');
    await service.kill('SIGTERM');
  });

  it('evaluates a log as it would be served, against baselines, in one JSON document', async () => {
    const themes = [
      ['tent', 'camping stove', 'sleeping bag'],
      ['laptop', 'usb cable', 'mouse pad'],
    ];
    const rows = Array.from({ length: 30 }, (_, shopper) =>
      (themes[shopper % 2] ?? []).map((query, place) => `s${shopper},2026-11-10T10:0${place}:00Z,${query}`),
    );
    const file = inFolder('log.csv', `shopper,at,query\n${rows.flat().join('\n')}\n`);
    const report = (await shop.command('evaluate', 'keywords', file, '--folds', '3')) as {
      systems: { name: string; recall: { value: number }; coverage: number }[];
      differences: { over: string }[];
    };
    expect(report.systems[0]).toMatchObject({ name: 'kindred', recall: { value: 1 }, coverage: 1 });
    expect(report.differences.map(({ over }) => over)).toContain('fusion');
    await expect(shop.command('evaluate', 'keywords', 'nobody')).rejects.toThrow(
      'neither a website nor a file',
    );
  });
});
