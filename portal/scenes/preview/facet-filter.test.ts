import { describe, expect, it } from 'vitest';
import { parseFilter } from '../../../src/domain/filter-text.ts';
import { buildFacetFilter } from './facet-filter.ts';

describe('buildFacetFilter', () => {
  it('is null when nothing is chosen', () => {
    expect(buildFacetFilter({})).toBeNull();
  });

  it('builds a valid filter whatever fields and values are called', () => {
    const text = buildFacetFilter({
      brand: { values: ["Levi's", 'Acme'] },
      'in stock': { values: ['yes'] },
      price: { bounds: { min: 10, max: 49.5 } },
    });
    expect(text).toBe(
      "brand in ('Levi''s', 'Acme') and [in stock] in ('yes') and price ge 10 and price le 49.5",
    );
    expect(parseFilter(text ?? '')).toHaveProperty('filter');
  });
});
