import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../src/domain/campaign.ts';
import { clauseKinds, splitCondition, joinClauses, newClause } from './clauses.ts';

describe('splitCondition and joinClauses', () => {
  it('rebuild the same condition', () => {
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

  it('map an empty condition to no clauses and back', () => {
    expect(splitCondition({})).toEqual([]);
    expect(joinClauses([])).toEqual({});
  });

  it('newClause creates a clause of each kind', () => {
    expect(clauseKinds.map((kind) => newClause(kind).kind)).toEqual([...clauseKinds]);
  });
});
