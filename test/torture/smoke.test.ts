import { describe, expect, it } from 'vitest';
import { programs } from './programs.ts';
import { runProgram } from './run-programs.ts';

const quiet = { seed: 7, isSmoke: true, scale: 1, log: () => undefined };

describe('a small share of the torture', () => {
  it.each(programs.filter(({ inSmoke }) => inSmoke))('$name: $promise', async (program) => {
    const { failures, repeat } = await runProgram(program, quiet);
    expect(failures, repeat).toEqual([]);
  });
});
