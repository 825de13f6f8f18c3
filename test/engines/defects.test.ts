import { describe, expect, it } from 'vitest';
import { listContractCases } from '../contract/engine-contract.ts';
import { type Defects, openPlainEngine } from '../../examples/extending/engine/plain-engine.ts';

/** Names of the cases that an engine fails. Those that draw are left out: the others must do. */
const findFailures = async (defects: Defects): Promise<string[]> => {
  const failures: string[] = [];
  for (const each of listContractCases().filter(({ isDrawn }) => !isDrawn)) {
    const engine = openPlainEngine(defects);
    await each.run(engine).catch(() => failures.push(each.name));
  }
  return failures;
};

describe('the contract suite', () => {
  it('passes an engine without a defect', async () => {
    expect(await findFailures({})).toEqual([]);
  });

  it.each<[string, Defects, string[]]>([
    [
      'facets are counted over the page instead of the set',
      { facetsOfPage: true },
      ['look-alikes > counts facets over the whole set, not over the page'],
    ],
    [
      'variants are counted as families',
      { variantsAlone: true },
      [
        'look-alikes > answers with families, best first, each by its best available member',
        'look-alikes > counts every value of a family once',
      ],
    ],
    [
      'a publish forgets live changes',
      { changesLost: true },
      [
        'live changes > applies them to every later version, while they are newer than its draft',
        'live changes > keeps them after a rollback to a version that was built without them',
      ],
    ],
  ])('fails an engine in which %s', async (_, defects, expected) => {
    expect(await findFailures(defects)).toEqual(expect.arrayContaining(expected));
  });
});

describe('a tolerance of the contract suite', () => {
  it('accepts an engine whose scores are a little off only with the tolerance', async () => {
    const failuresWith = async (tolerance: number): Promise<string[]> => {
      const failures: string[] = [];
      for (const each of listContractCases(tolerance).filter(
        ({ name }) => name.startsWith('look-alikes') && !name.includes('brute-force'),
      )) {
        await each.run(openPlainEngine({ scoreOffset: 0.0004 })).catch(() => failures.push(each.name));
      }
      return failures;
    };
    expect(await failuresWith(0.001)).toEqual([]);
    expect(await failuresWith(0)).toContain(
      'look-alikes > answers with families, best first, each by its best available member',
    );
  });
});
