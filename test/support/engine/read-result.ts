import type { SearchResult } from '../../../src/engine/engine.ts';

/** A result with what its hits and facets decode only when they are asked, so that two of them can be compared. */
export const readResult = (result: SearchResult | null) =>
  result && {
    ...result,
    hits: result.hits.map(({ identifier, score, record, parts }) => ({ identifier, score, record, parts })),
    facets: result.facets.map((facet) => {
      if (facet.kind === 'range') return facet;
      const { kind, field, count, values } = facet;
      return { kind, field, count, values };
    }),
  };
