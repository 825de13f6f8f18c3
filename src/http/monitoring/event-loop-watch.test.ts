import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EventLoopWatch, type LoopStall, watchEventLoop } from './event-loop-watch.ts';

let nowMs = 0;
let stalls: LoopStall[];
let watch: EventLoopWatch;

beforeEach(() => {
  vi.useFakeTimers();
  nowMs = 0;
  stalls = [];
  watch = watchEventLoop({ onStall: (stall) => void stalls.push(stall), now: () => nowMs });
});
afterEach(() => {
  watch.close();
  vi.useRealTimers();
});

/** The timer fires after `ms`, although it was due after 20. */
const tickAfter = (ms: number): void => {
  nowMs += ms;
  vi.advanceTimersByTime(20);
};
/** A call that ends at once. */
const answer = (route: string): void => {
  watch.begin(route).hasEnded = true;
};

describe('the event loop watch', () => {
  it('reports nothing while the timer fires nearly on time', () => {
    for (const ms of [20, 35, 70, 20]) tickAfter(ms);
    expect(stalls).toEqual([]);
  });

  it('reports how long the loop was blocked, and the route in work', () => {
    watch.begin('/search/imagesearch');
    tickAfter(120);
    expect(stalls).toEqual([{ ms: 100, routes: ['/search/imagesearch'] }]);
  });

  it('suspects a call that ended within the stall, and not one that ended before', () => {
    answer('/before');
    tickAfter(20);
    answer('/within');
    tickAfter(200);
    expect(stalls).toEqual([{ ms: 180, routes: ['/within'] }]);
  });

  it('does not suspect a call that began after the stall', () => {
    nowMs += 150;
    watch.begin('/after');
    tickAfter(5);
    expect(stalls).toEqual([{ ms: 135, routes: [] }]);
  });

  it('names each route once, and forgets calls whose connection is gone', () => {
    for (const route of ['/a', '/a', '/b']) watch.begin(route);
    answer('/gone');
    tickAfter(20);
    tickAfter(100);
    expect(stalls).toEqual([{ ms: 80, routes: ['/a', '/b'] }]);
  });

  it('stops with close', () => {
    watch.close();
    tickAfter(500);
    expect(stalls).toEqual([]);
  });
});
