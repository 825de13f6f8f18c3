import { describe, expect, it } from 'vitest';
import type { Condition } from '../../src/domain/campaign.ts';
import { clauseKinds, clausesOf, conditionOf, newClause } from './sentence-clauses.ts';

describe('clauses of a condition', () => {
  it('are put together again to the same condition', () => {
    const condition: Condition = {
      identifiers: ['A', 'B'],
      category: 'Women/Tops',
      brand: 'Halden',
      pattern: 'tops',
      attributes: [
        { name: 'season', value: 'summer' },
        { name: 'colour', value: 'red' },
      ],
      price: { min: 20, max: 50 },
      results: { max: 3 },
    };
    expect(conditionOf(clausesOf(condition))).toEqual(condition);
  });

  it('of nothing are none, and none is a condition that always holds', () => {
    expect(clausesOf({})).toEqual([]);
    expect(conditionOf([])).toEqual({});
  });

  it('begin empty, each of its kind', () => {
    expect(clauseKinds.map((kind) => newClause(kind).kind)).toEqual([...clauseKinds]);
  });
});
