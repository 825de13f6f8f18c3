import { createServer, type Server } from 'node:http';
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isSearchResult, isSuggestionList } from './boxes.ts';
import { isUnderWay } from './imports.ts';
import { toUpload, websiteKey, whenDone } from './resource.ts';
import { sessionQuery } from './session.ts';

describe('sessionQuery', () => {
  let server: Server;
  let status = 200;

  beforeAll(async () => {
    server = createServer((_, response) => {
      response.writeHead(status).end(JSON.stringify({ operator: { email: 'a@b.example' }, websites: [] }));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const realFetch = globalThis.fetch;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(`${base}${path}`, init));
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    await new Promise((closed) => server.close(closed));
  });

  const ask = () => new QueryClient().fetchQuery({ ...sessionQuery, retry: false });

  it('is the session of whoever is signed in', async () => {
    status = 200;
    await expect(ask()).resolves.toMatchObject({ operator: { email: 'a@b.example' } });
  });

  it('is null when nobody is signed in', async () => {
    status = 401;
    await expect(ask()).resolves.toBeNull();
  });

  it('fails when the service fails: that is not the same as nobody', async () => {
    status = 500;
    await expect(ask()).rejects.toMatchObject({ status: 500 });
  });
});

describe('keys of queries', () => {
  it('begin with the website, so that a change of one shop invalidates nothing of another', async () => {
    const client = new QueryClient();
    client.setQueryData(websiteKey('a', 'boxes'), 1);
    client.setQueryData(websiteKey('a', 'datasets'), 2);
    client.setQueryData(websiteKey('b', 'boxes'), 3);
    await client.invalidateQueries({ queryKey: websiteKey('a', 'boxes') });
    const isStale = (...key: Parameters<typeof websiteKey>) =>
      client.getQueryState(websiteKey(...key))?.isInvalidated;
    expect([isStale('a', 'boxes'), isStale('a', 'datasets'), isStale('b', 'boxes')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('whenDone', () => {
  it('runs after success, and swallows a failure that the mutation shows itself', async () => {
    const done: string[] = [];
    whenDone(Promise.resolve(), () => done.push('ok'));
    whenDone(Promise.reject(new Error('no')), () => done.push('never'));
    await expect.poll(() => done).toEqual(['ok']);
  });
});

describe('toUpload', () => {
  it('is a form with the file as `feed`', async () => {
    const form = toUpload(new File(['a,b'], 'feed.csv'));
    const feed = form.get('feed');
    expect(feed).toBeInstanceOf(File);
    expect(await (feed as File).text()).toBe('a,b');
  });
});

describe('isUnderWay', () => {
  it.each([
    ['queued', true],
    ['running', true],
    ['waiting', false],
    ['published', false],
    ['failed', false],
    ['cancelled', false],
    ['checked', false],
  ] as const)('of %s is %s', (state, expected) => {
    expect(isUnderWay(state)).toBe(expected);
  });
});

describe('answers of a preview', () => {
  it('are distinguished by what they hold', () => {
    const search = { documents: [] } as unknown as Parameters<typeof isSearchResult>[0];
    const related = { suggestions: [] } as unknown as Parameters<typeof isSearchResult>[0];
    expect([isSearchResult(search), isSearchResult(related)]).toEqual([true, false]);
    expect([isSuggestionList(search), isSuggestionList(related)]).toEqual([false, true]);
  });
});
