import { describe, expect, it } from 'vitest';
import { createReadySets, createSetBudget, type ReadySets } from './ready-sets.ts';
import { pushWords, type SetWriter } from './set-words.ts';

/** A result that says which row it is for. */
const writeRow = (row: number, writer: SetWriter): boolean => {
  if (row % 5 === 0) return false;
  pushWords(writer, row, row + 1);
  return true;
};

const rows = 2_000;

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
    const sets = createReadySets(rows, writeRow, createSetBudget());
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
    const sets = createReadySets(
      rows,
      (row, writer) => {
        made.push(row);
        return writeRow(row, writer);
      },
      createSetBudget(),
    );
    askOften(sets);
    await expect.poll(() => read(sets, rows - 1)).not.toBeNull();
    askOften(sets);
    expect(made).toEqual(Array.from({ length: rows }, (_, row) => row));
  });

  it('are made up to the budget', async () => {
    const sets = createReadySets(
      rows,
      (row, writer) => {
        for (let at = 0; at < 1_000; at += 1) pushWords(writer, row, row);
        return true;
      },
      { bytes: 600_000 },
    );
    askOften(sets);
    await expect.poll(() => read(sets, 60)).toEqual([60, 60]);
    askOften(sets);
    expect(read(sets, rows - 1)).toBeNull();
  });

  it('go on behind a product whose result cannot be made', async () => {
    const sets = createReadySets(
      rows,
      (row, writer) => {
        if (row === 7) throw new Error('damaged');
        return writeRow(row, writer);
      },
      createSetBudget(),
    );
    await expect
      .poll(() => {
        askOften(sets);
        return read(sets, rows - 1);
      })
      .not.toBeNull();
    expect([read(sets, 6), read(sets, 7), read(sets, 8)]).toEqual([[6, 7], null, [8, 9]]);
  });
});
