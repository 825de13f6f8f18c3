import type { RelatedKeywordsResult } from '../../operations/related-keywords.ts';
import type { WireSuggestionList } from './schema.ts';

export const presentSuggestions = (
  result: RelatedKeywordsResult,
  dsTracker: string,
  explain: boolean,
): WireSuggestionList => {
  const suggestions = result.items.map(({ text, displayText, url }) => ({
    text,
    displayText,
    url,
    dsTracker,
  }));
  const list = { suggestions: suggestions.length === 0 ? null : suggestions };
  return explain ? { ...list, explain: presentExplanation(result) } : list;
};

const presentExplanation = ({ items: related, understoodAs, tookMs }: RelatedKeywordsResult) => {
  const suggestions = related.map(({ text, score, identifier, evidence, redirect }) => ({
    text,
    score,
    identifier,
    evidence: [...evidence],
    ...(redirect !== undefined && { redirect }),
  }));
  return { understoodAs, suggestions, tookMs };
};
