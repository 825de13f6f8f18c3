import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../src/domain/campaign.ts';
import { clauseKinds, splitCondition, joinClauses, newClause } from './clauses.ts';

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
    expect(joinClauses(splitCondition(condition))).toEqual(condition);
  });

  it('of nothing are none, and none is a condition that always holds', () => {
    expect(splitCondition({})).toEqual([]);
    expect(joinClauses([])).toEqual({});
  });

  it('begin empty, each of its kind', () => {
    expect(clauseKinds.map((kind) => newClause(kind).kind)).toEqual([...clauseKinds]);
  });
});
