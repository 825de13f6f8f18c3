import { describe, expect, it } from 'vitest';
import type { Directory } from '../../domain/directory.ts';
import type { Call } from './call.ts';
import type { Slot } from './concurrency-limiter.ts';
import { createEdge, type EdgeNeeds } from './edge.ts';
import { type Operation, presentResult } from './operation.ts';

/* Answers are made in memory that the next answer uses. Here all of them are made in one buffer. */

const memory = Buffer.alloc(10);

const present = (text: string) =>
  ({
    body: memory.subarray(0, memory.write(text)),
    version: '1',
    cacheControl: 'no-store',
    querySummary: { boxId: 1, kind: 'identifier', text, hasResults: true },
    isReusable: false,
  }) as const;

const createCall = (text: string): Call => ({
  method: 'GET',
  url: `/search/imagesearch?identifier=${text}`,
  headers: { host: 'api.example', 'ocp-apim-subscription-key': 'good' },
  scheme: 'https',
  requestId: text,
  address: '192.0.2.7',
  isClosed: () => false,
  whenClosed: () => undefined,
});

const slot: Slot = { ok: true, release: () => undefined };

type Way = Partial<Record<'turn' | 'slot' | 'work' | 'admission', boolean>>;

/** What is awaited on the way to an answer. */
const openEdge = (waits: Way) => {
  const operation: Operation = {
    name: 'imageSearch',
    path: '/search/imagesearch',
    prepare: ({ requestId }) => ({
      question: null,
      work: () => presentResult(waits.work ? Promise.resolve(requestId) : requestId, present),
    }),
  };
  const subscription = {
    websiteId: 1,
    kind: 'secret',
    state: 'active',
    operations: [],
    origins: [],
    rate: null,
    addressRate: null,
  };
  const directory = { subscriptionByKey: () => subscription } as unknown as Directory;
  const needs: Partial<EdgeNeeds> = {
    operations: [operation],
    directory: () => directory,
    turns: { wait: () => (waits.turn ? Promise.resolve() : null), waiting: 0 },
    answerWithinMs: 60_000,
    inFlight: {
      acquire: () => (waits.slot ? Promise.resolve(slot) : slot),
    } as unknown as EdgeNeeds['inFlight'],
    limiter: {
      admit: () => ({ ok: true }),
      rates: () => [],
      ...(waits.admission && { prepare: () => Promise.resolve() }),
    },
    cache: null,
    now: () => 1000,
    publicUrl: null,
    onCompleted: () => undefined,
  };
  return createEdge(needs as EdgeNeeds);
};

describe('an answer that is awaited', () => {
  it.each<Way>([
    { turn: true },
    { slot: true },
    { work: true },
    { admission: true },
    { turn: true, slot: true, work: true, admission: true },
  ])('has bytes of its own: %j', async (waits) => {
    const edge = openEdge(waits);
    const texts = ['first', 'second', 'third'];
    const answers = await Promise.all(texts.map((text) => Promise.resolve(edge(createCall(text)))));
    expect(answers.map(({ body }) => body.toString())).toEqual(texts);
  });
});
