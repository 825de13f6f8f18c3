import type { RelatedKeywords } from '../../operations/related-keywords.ts';
import { findBox } from '../edge/box.ts';
import type { Operation } from '../edge/operation.ts';
import { readParameters } from '../edge/parameters.ts';
import { tidyPattern } from './pattern.ts';
import { presentSuggestions } from './presenter.ts';
import { relatedKeywordsParameters } from './schema.ts';

export const relatedKeywordsOperation = (relatedKeywords: RelatedKeywords): Operation => ({
  name: 'relatedKeywords',
  path: '/relatedsearches/keywords',
  parameters: relatedKeywordsParameters,
  prepare: ({ directory, subscription, query }) => {
    const {
      btr,
      pattern,
      explain = false,
    } = readParameters(relatedKeywordsParameters, query, {
      pattern: tidyPattern,
    });
    const kinds = ['relatedKeywords', 'relatedProducts'] as const;
    const { box, dataset } = findBox(directory, subscription, btr, kinds, 'related keyword or product box');
    const { synonyms = [], language = 'en' } = directory.website(box.websiteId) ?? {};
    const keywords = directory.keywordDatasetFor(box.websiteId, dataset.id)?.tracker ?? null;
    return async () => {
      const result = await relatedKeywords({
        box,
        dataset: dataset.tracker,
        keywords,
        synonyms,
        language,
        pattern,
      });
      const body = Buffer.from(JSON.stringify(presentSuggestions(result, dataset.tracker, explain)));
      const hasResults = result.items.length > 0;
      const querySummary = { boxId: box.id, kind: 'pattern', text: pattern, hasResults } as const;
      return { body, version: result.version, cacheControl: box.cacheControl, querySummary };
    };
  },
});
