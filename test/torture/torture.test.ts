import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';
import { createRandom, pick, type Program } from './program.ts';
import { programs } from './programs.ts';
import { planPrograms, renderResult, runProgram } from './run-programs.ts';

const quiet = { seed: 7, isSmoke: true, scale: 1, log: () => undefined };

describe('the torture', () => {
  const broken: Program = {
    name: 'broken',
    promise: 'nothing',
    inSmoke: false,
    run: () => Promise.reject(new Error('it broke')),
  };

  it('counts a program that throws as a broken promise, and says how to repeat it', async () => {
    const result = await runProgram(broken, { ...quiet, isSmoke: false, scale: 0.5 });
    expect(result.failures[0]).toContain('it broke');
    expect(result.repeat).toBe('npm run torture -- --only broken --seed 7 --scale 0.5');
    expect(renderResult(result)).toMatch(/^✗ broken: .*\n {4}Error: it broke/);
  });

  it('lists the first failures and counts the others', async () => {
    const failures = Array.from({ length: 8 }, (_, place) => `failure ${place}`);
    const many: Program = { ...broken, run: () => Promise.resolve({ figure: '8 of 8', failures }) };
    const text = renderResult(await runProgram(many, quiet));
    expect(text).toContain('failure 4');
    expect(text).not.toContain('failure 5');
    expect(text).toContain('and 3 more');
  });

  it('scales the work of a full run, and does at least one of everything', async () => {
    const asked: number[] = [];
    const counting: Program = {
      ...broken,
      run: ({ times }) => {
        asked.push(times(100, 3), times(2, 1));
        return Promise.resolve({ figure: '', failures: [] });
      },
    };
    await runProgram(counting, quiet);
    await runProgram(counting, { ...quiet, isSmoke: false, scale: 0.1 });
    expect(asked).toEqual([3, 1, 10, 1]);
  });

  it('draws the same cases for the same seed', () => {
    const draw = (seed: number): string[] => {
      const random = createRandom(seed);
      return Array.from({ length: 20 }, () => pick(random, ['a', 'b', 'c', 'd']));
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  it('runs each program once, and those that judge times alone', () => {
    const { quiet, beside, others } = planPrograms(programs);
    expect([...quiet, ...beside, ...others].map(({ name }) => name).sort()).toEqual(
      programs.map(({ name }) => name).sort(),
    );
    expect(quiet.map(({ name }) => name).sort()).toEqual(['health', 'keys', 'overload']);
    expect(beside.map(({ name }) => name).sort()).toEqual(['soak', 'sustained-load']);
  });

  it('has names that can be asked for, each once', () => {
    const names = programs.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z-]+$/);
  });
});

describe('the options', () => {
  it('have defaults, and a new seed', () => {
    expect(readOptions([], () => 42)).toEqual({
      seed: 42,
      only: [],
      isSmoke: false,
      json: false,
      help: false,
      faults: false,
      scale: 1,
    });
  });

  it.each([
    [['--seed', '5'], { seed: 5 }],
    [['--only', 'crash,swap', '--only', 'keys'], { only: ['crash', 'swap', 'keys'] }],
    [['--smoke', '--json'], { isSmoke: true, json: true }],
    [['--scale', '0.25'], { scale: 0.25 }],
    [['--faults'], { faults: true }],
  ])('%j', (args, expected) => {
    expect(readOptions(args, () => 1)).toMatchObject(expected);
  });

  it.each([[['--seed', 'x']], [['--seed', '']], [['--scale', '0']], [['--unknown']]])('refuse %j', (args) => {
    expect(() => readOptions(args, () => 1)).toThrow();
  });
});
