import type { Engine } from '../../src/engine/engine.ts';

type Work = () => Promise<unknown> | void;

/** What the parts of the suite are written with: like vitest, but the cases are collected and run later. */
export type Suite = {
  /** The engine of the running case: a new, empty one. */
  readonly engine: () => Engine;
  /** How far a score may be from the expected one. */
  readonly tolerance: number;
  readonly describe: (name: string, body: () => void) => void;
  readonly beforeEach: (work: Work) => void;
  readonly it: (name: string, work: Work) => void;
  /** A case that draws others at random and compares with a plain implementation. */
  readonly itDraws: (name: string, work: Work) => void;
};

export type ContractCase = {
  /** Names of the groups and of the case, joined by ` > `. */
  readonly name: string;
  /** It draws others at random, and takes longer. */
  readonly isDrawn: boolean;
  run(engine: Engine): Promise<void>;
};

/** The cases of the parts, in order. They share the current engine: run one at a time. */
export const collectCases = (
  parts: readonly ((suite: Suite) => void)[],
  tolerance: number,
): ContractCase[] => {
  const cases: ContractCase[] = [];
  const groups: { readonly name: string; readonly before: Work[] }[] = [];
  let current: Engine | null = null;
  const add = (name: string, work: Work, isDrawn: boolean): void => {
    const around = [...groups];
    cases.push({
      name: [...around.map((group) => group.name), name].join(' > '),
      isDrawn,
      run: async (engine) => {
        current = engine;
        for (const { before } of around) for (const each of before) await each();
        await work();
      },
    });
  };
  const suite: Suite = {
    engine: () => {
      if (current === null) throw new Error('There is an engine only while a case runs.');
      return current;
    },
    tolerance,
    describe: (name, body) => {
      groups.push({ name, before: [] });
      body();
      groups.pop();
    },
    beforeEach: (work) => void groups.at(-1)?.before.push(work),
    it: (name, work) => add(name, work, false),
    itDraws: (name, work) => add(name, work, true),
  };
  for (const part of parts) part(suite);
  return cases;
};
