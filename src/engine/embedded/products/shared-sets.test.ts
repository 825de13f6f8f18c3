import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SetStore } from './set-store.ts';
import { allocateSharedSets, maximumKinds, openSharedSets } from './shared-sets.ts';

const toResult = (words: readonly number[]) => ({ words: Uint32Array.from(words), length: words.length });

const open = (memory: SharedArrayBuffer, rowCount: number, question = 'plain'): SetStore => {
  const store = openSharedSets(memory, rowCount, question);
  if (store === null) throw new Error('There is no room for another kind of question.');
  return store;
};

const read = (store: SetStore, row: number, length: number): number[] | null => {
  const found = store.find(row);
  return found && Array.from(found.words.subarray(found.start, found.start + length));
};

/** A thread that makes results until there are no rows left, and says how many it made. */
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { memory, rows, thread, module } = workerData;
  import(module).then(({ openSharedSets }) => {
    const store = openSharedSets(memory, rows, 'plain');
    const words = new Uint32Array(4);
    let made = 0;
    for (let row = store.takeRow(); row >= 0; row = store.takeRow()) {
      words.set([row, thread, row + 1, row + 2]);
      store.add(row, { words, length: 4 });
      made += 1;
    }
    parentPort.postMessage(made);
  });
`;

describe('results that threads share', () => {
  it('are found by each of them as they were added, whatever their lengths', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 30_000 }), { maxLength: 6 });
    fc.assert(
      fc.property(lengths, (drawn) => {
        const memory = allocateSharedSets(drawn.length);
        const threads = [open(memory, drawn.length), open(memory, drawn.length)];
        const fill = (row: number) => Array.from({ length: drawn[row] ?? 0 }, (_, at) => row * 100_000 + at);
        for (const row of drawn.keys()) expect(threads[row % 2]?.add(row, toResult(fill(row)))).toBe(true);
        for (const thread of threads)
          for (const row of drawn.keys()) expect(read(thread, row, drawn[row] ?? 0)).toEqual(fill(row));
      }),
      { numRuns: 10 },
    );
  });

  it('are made once: each row is taken by one thread', () => {
    const memory = allocateSharedSets(5);
    const [first, second] = [open(memory, 5), open(memory, 5)];
    const taken = [first, second, second, first, first].map((thread) => thread.takeRow());
    expect(taken).toEqual([0, 1, 2, 3, 4]);
    expect([first.takeRow(), second.takeRow(), first.isComplete(), second.isComplete()]).toEqual([
      -1,
      -1,
      true,
      true,
    ]);
  });

  it('of several kinds of questions do not mix', () => {
    const memory = allocateSharedSets(3);
    const [first, second] = [open(memory, 3, 'page of 24'), open(memory, 3, 'page of 12')];
    first.add(1, toResult([24]));
    second.add(1, toResult([12]));
    expect([first.takeRow(), second.takeRow()]).toEqual([0, 0]);
    expect([read(first, 1, 1), read(second, 1, 1)]).toEqual([[24], [12]]);
    expect([first.find(0), second.find(2), first.find(3), first.find(-1)]).toEqual([null, null, null, null]);
  });

  it('are kept for few kinds of questions', () => {
    const memory = allocateSharedSets(3);
    for (let kind = 0; kind < maximumKinds; kind += 1) open(memory, 3, `kind ${kind}`);
    expect(openSharedSets(memory, 3, 'one more')).toBeNull();
    expect(openSharedSets(memory, 3, 'kind 0')).not.toBeNull();
  });

  it('end where the memory ends', () => {
    const memory = allocateSharedSets(100);
    const [first, second] = [open(memory, 100), open(memory, 100)];
    const large = toResult(Array.from({ length: 60_000 }, () => 1));
    let row = 0;
    while (first.add(row, large)) row += 1;
    expect(row * 60_000 * 4).toBeGreaterThan(2 << 20);
    expect(second.add(99, toResult([1]))).toBe(false);
    // What fits into the piece of the thread still has room.
    expect(first.add(row, toResult([7]))).toBe(true);
    expect(read(second, row, 1)).toEqual([7]);
    second.close();
    expect([first.isComplete(), first.takeRow()]).toEqual([true, -1]);
  });

  it('that are longer than a piece of memory are left out', () => {
    const store = open(allocateSharedSets(1), 1);
    expect(store.add(0, toResult(Array.from({ length: 70_000 }, () => 1)))).toBe(true);
    expect(store.find(0)).toBeNull();
  });

  it('are complete and each made once by threads that work at the same time', async () => {
    const rows = 20_000;
    const memory = allocateSharedSets(rows);
    const module = new URL('./shared-sets.ts', import.meta.url).href;
    const workers = [1, 2].map(
      (thread) => new Worker(program, { eval: true, workerData: { memory, rows, thread, module } }),
    );
    const made = await Promise.all(
      workers.map(async (worker) => {
        const [count] = (await once(worker, 'message')) as [number];
        return count;
      }),
    );
    const store = open(memory, rows);
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(rows);
    expect(store.isComplete()).toBe(true);
    const isAsMade = (row: number): boolean => {
      const [source, thread, ...rest] = read(store, row, 4) ?? [];
      return source === row && (thread === 1 || thread === 2) && rest.join() === `${row + 1},${row + 2}`;
    };
    expect(Array.from({ length: rows }, (_, row) => row).filter((row) => !isAsMade(row))).toEqual([]);
  });
});
