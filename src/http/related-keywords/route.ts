import { readTogether } from '../../errors.ts';
import type { RelatedKeywords, RelatedKeywordsResult } from '../../operations/related-keywords.ts';
import { findBox } from '../operation/box.ts';
import type { Operation } from '../operation/operation.ts';
import type { OperationAnswer } from '../call/call.ts';
import { readParameters } from '../operation/parameters.ts';
import { onlyValue } from '../call/query.ts';
import { tidyText } from '../operation/tidy-text.ts';
import { presentSuggestions } from './presenter.ts';
import { relatedKeywordsParameters } from './schema.ts';

const relatedKinds = ['relatedKeywords', 'relatedProducts'] as const;
const relatedNoun = 'related keyword or product box';

export const relatedKeywordsOperation = (relatedKeywords: RelatedKeywords): Operation => ({
  name: 'relatedKeywords',
  path: '/relatedsearches/keywords',
  prepare: ({ directory, subscription, query }) => {
    const [{ pattern, explain = false }, { box, dataset }] = readTogether(
      () => readParameters(relatedKeywordsParameters, query, { pattern: tidyText('pattern') }),
      () => findBox(directory, subscription, onlyValue(query, 'btr') ?? '', relatedKinds, relatedNoun),
    );
    const { synonyms = [], redirects = [], language = 'en' } = directory.website(box.websiteId) ?? {};
    const keywords = directory.keywordDatasetFor(box.websiteId, dataset.id)?.tracker ?? null;
    const present = (result: RelatedKeywordsResult): OperationAnswer => {
      const body = Buffer.from(JSON.stringify(presentSuggestions(result, dataset.tracker, explain)));
      const hasResults = result.items.length > 0;
      const querySummary = { boxId: box.id, kind: 'pattern', text: pattern, hasResults } as const;
      return {
        body,
        version: result.version,
        cacheControl: box.cacheControl,
        querySummary,
        isReusable: true,
      };
    };
    const work = async () => {
      const words = { synonyms, redirects, language };
      const request = { box, dataset: dataset.tracker, keywords, ...words, pattern };
      return present(await relatedKeywords(request));
    };
    const datasets = keywords === null ? [dataset.tracker] : [dataset.tracker, keywords];
    const settings = [synonyms, redirects, language];
    const question = { box, datasets, campaigns: [], settings, key: pattern };
    return { question: explain ? null : question, work };
  },
});
