import { describe, expect, it } from 'vitest';
import { newCampaign } from './effects.ts';
import { findScope, followSource, toCondition } from './scope.ts';

describe('the scope of a campaign', () => {
  it('follows from where one starts', () => {
    expect(newCampaign({ product: 'p1', box: 'similar' })).toMatchObject({
      box: 'similar',
      when: { identifiers: ['p1'] },
    });
    expect(newCampaign({ category: 'Bags' })).toMatchObject({ when: { category: 'Bags' } });
    expect(newCampaign({})).not.toHaveProperty('when');
  });

  it.each(['product', 'category', 'all'] as const)('%s is found again in its condition', (scope) => {
    expect(findScope(toCondition(scope, 'p1', 'Bags'), 'p1', 'Bags')).toBe(scope);
  });

  it('is another one when the condition was written by hand or names another product', () => {
    expect(findScope({ brand: 'Acme' }, 'p1', 'Bags')).toBe('other');
    expect(findScope({ identifiers: ['p2'] }, 'p1', 'Bags')).toBe('other');
    expect(findScope({ category: 'Bags' }, 'p1', null)).toBe('other');
  });

  it('follows the arranged product until somebody writes a condition', () => {
    expect(followSource({}, null, 'p1')).toEqual({ identifiers: ['p1'] });
    expect(followSource({ identifiers: ['p1'] }, 'p1', 'p2')).toEqual({ identifiers: ['p2'] });
    expect(followSource({ identifiers: ['p9'] }, 'p1', 'p2')).toEqual({ identifiers: ['p9'] });
    expect(followSource({ brand: 'Acme' }, 'p1', 'p2')).toEqual({ brand: 'Acme' });
  });
});
