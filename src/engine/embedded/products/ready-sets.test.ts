import { describe, expect, it } from 'vitest';
import { createReadySets, createSetBudget, type ReadySets } from './ready-sets.ts';
import { createSetStore } from './set-store.ts';
import { createSetWriter, pushWords, type SetWriter } from './set-words.ts';
import { allocateSharedSets, openSharedSets } from './shared-sets.ts';

/** A result that says which row it is for. */
const writeRow = (row: number, writer: SetWriter): boolean => {
  if (row % 5 === 0) return false;
  pushWords(writer, row, row + 1);
  return true;
};

const rows = 2_000;

const createStore = () => createSetStore(rows, createSetBudget());

/** So many questions that work begins. */
const askOften = (sets: ReadySets, times = 600): void => {
  for (let question = 0; question < times; question += 1) sets.find(question % rows);
};

const read = (sets: ReadySets, row: number): number[] | null => {
  const found = sets.find(row);
  return found && Array.from(found.words.subarray(found.start, found.start + 2));
};

describe('ready results', () => {
  it('are made beside other work once there were many questions', async () => {
    const sets = createReadySets(writeRow, createStore());
    askOften(sets, 100);
    await new Promise((resolve) => setImmediate(resolve));
    expect(read(sets, 1)).toBeNull();
    askOften(sets);
    await expect.poll(() => read(sets, rows - 1)).toEqual([rows - 1, rows]);
    for (let row = 0; row < rows; row += 1)
      expect(read(sets, row)).toEqual(row % 5 === 0 ? null : [row, row + 1]);
  });

  it('each are made once', async () => {
    const made: number[] = [];
    const sets = createReadySets((row, writer) => {
      made.push(row);
      return writeRow(row, writer);
    }, createStore());
    askOften(sets);
    await expect.poll(() => read(sets, rows - 1)).not.toBeNull();
    askOften(sets);
    expect(made).toEqual(Array.from({ length: rows }, (_, row) => row));
  });

  it('are made up to the budget', async () => {
    const sets = createReadySets(
      (row, writer) => {
        for (let at = 0; at < 1_000; at += 1) pushWords(writer, row, row);
        return true;
      },
      createSetStore(rows, { bytes: 600_000 }),
    );
    askOften(sets);
    await expect.poll(() => read(sets, 60)).toEqual([60, 60]);
    askOften(sets);
    expect(read(sets, rows - 1)).toBeNull();
  });

  it('go on behind a product whose result cannot be made', async () => {
    const sets = createReadySets((row, writer) => {
      if (row === 7) throw new Error('damaged');
      return writeRow(row, writer);
    }, createStore());
    await expect
      .poll(() => {
        askOften(sets);
        return read(sets, rows - 1);
      })
      .not.toBeNull();
    expect([read(sets, 6), read(sets, 7), read(sets, 8)]).toEqual([[6, 7], null, [8, 9]]);
  });

  it('of two threads that share memory are made once, and found by both', async () => {
    const memory = allocateSharedSets(rows);
    const made: number[] = [];
    const threads = [1, 2].map(() => {
      const store = openSharedSets(memory, rows, 'plain');
      if (store === null) throw new Error('There is no room.');
      return createReadySets((row, writer) => {
        made.push(row);
        return writeRow(row, writer);
      }, store);
    });
    for (const sets of threads) askOften(sets);
    for (const sets of threads) await expect.poll(() => read(sets, rows - 1)).toEqual([rows - 1, rows]);
    expect(made.toSorted((a, b) => a - b)).toEqual(Array.from({ length: rows }, (_, row) => row));
    for (const sets of threads) expect([read(sets, 1), read(sets, 5)]).toEqual([[1, 2], null]);
  });

  it('of another thread are found without questions of its own', () => {
    const memory = allocateSharedSets(rows);
    const [maker, reader] = [1, 2].map(() => openSharedSets(memory, rows, 'plain'));
    if (!maker || !reader) throw new Error('There is no room.');
    const writer = createSetWriter();
    writeRow(1, writer);
    maker.add(1, writer);
    expect(read(createReadySets(writeRow, reader), 1)).toEqual([1, 2]);
  });
});
