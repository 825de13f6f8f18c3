import { describe, expect, it } from 'vitest';
import {
  allocateConnectionCounts,
  clearConnectionCounts,
  createConnectionCounts,
} from './connection-counts.ts';

const openThreads = (threads: number) => {
  const memory = allocateConnectionCounts(threads);
  const counts = Array.from({ length: threads }, (_, thread) => createConnectionCounts(memory, thread));
  return { memory, counts };
};

describe.each([
  ['one thread', () => createConnectionCounts()],
  ['the first of three threads', () => openThreads(3).counts[0] ?? createConnectionCounts()],
])('connections of %s', (_name, create) => {
  it('are counted in all and by network', () => {
    const counts = create();
    expect(counts.add('10.0.0.1')).toEqual({ all: 1, ofNetwork: 1 });
    expect(counts.add('10.0.0.1')).toEqual({ all: 2, ofNetwork: 2 });
    expect(counts.add('2001:db8:0:1')).toEqual({ all: 3, ofNetwork: 1 });
    counts.remove('10.0.0.1');
    expect(counts.add('10.0.0.1')).toEqual({ all: 3, ofNetwork: 2 });
  });

  it('can have no known network', () => {
    const counts = create();
    expect(counts.add('')).toEqual({ all: 1, ofNetwork: 1 });
    counts.remove('');
    expect(counts.add('')).toEqual({ all: 1, ofNetwork: 1 });
  });
});

describe('connections of several threads', () => {
  it('are counted together', () => {
    const [one, other] = openThreads(2).counts;
    one?.add('10.0.0.1');
    expect(other?.add('10.0.0.1')).toEqual({ all: 2, ofNetwork: 2 });
    expect(other?.add('10.0.0.2')).toEqual({ all: 3, ofNetwork: 1 });
    one?.remove('10.0.0.1');
    expect(other?.add('10.0.0.1')).toEqual({ all: 3, ofNetwork: 2 });
  });

  it('end with the thread that has them', () => {
    const { memory, counts } = openThreads(3);
    for (const each of counts) for (let count = 0; count < 5; count += 1) each.add('10.0.0.1');
    clearConnectionCounts(memory, 1);
    expect(counts[2]?.add('10.0.0.1')).toEqual({ all: 11, ofNetwork: 11 });
    // The thread in its place begins at 0.
    counts[1]?.add('10.0.0.1');
    counts[1]?.remove('10.0.0.1');
    expect(counts[0]?.add('10.0.0.1')).toEqual({ all: 12, ofNetwork: 12 });
  });
});
