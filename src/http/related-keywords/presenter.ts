import type { RelatedKeywordsResult } from '../../operations/related-keywords.ts';
import type { PackedList } from '../../operations/related/ready-lists.ts';
import { beginAnswer } from '../image-search/answer-writer.ts';
import type { WireSuggestionList } from './schema.ts';

/** The answer as bytes. Ready items are copied, unless they have to be explained. */
export const writeSuggestions = (
  result: RelatedKeywordsResult,
  dsTracker: string,
  explain: boolean,
): Buffer => {
  if (result.packed !== undefined && !explain) return writePacked(result.packed, dsTracker);
  return Buffer.from(JSON.stringify(presentSuggestions(result, dsTracker, explain)));
};

const writePacked = (list: PackedList, dsTracker: string): Buffer => {
  const itemEnd = `,"dsTracker":${JSON.stringify(dsTracker)}}`;
  const writer = beginAnswer().text('{"suggestions":[');
  for (let index = 0; index < list.length; index += 1) {
    const { bytes, start, end } = list.at(index);
    if (index > 0) writer.text(',');
    writer.slice(bytes, start, end).text(itemEnd);
  }
  return writer.text(']}').finish();
};

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
