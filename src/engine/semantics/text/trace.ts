import type { TextTrace } from '../../search-query.ts';
import type { Expansion } from './expansion.ts';
import type { ExpandedQuery } from './expand-query.ts';

/**
 * The query that was executed, in readable form and in the words as they were typed: `(smart watch | smartwatch) leather` where a word has several
 * expansions. A query without changes stays as it was typed.
 */
export const createTrace = (text: string, query: ExpandedQuery): Omit<TextTrace, 'fuzzied'> => {
  const changes = new Map<string, readonly string[]>();
  const executed: string[] = [];
  const describeWord = (at: number): string => {
    const word = query.typed[at] ?? '';
    const expansions = query.expansions[at] ?? [];
    const texts = expansions.map(({ kind, text: found }) => (kind === 'exact' ? word : found));
    if (expansions.some(isChange)) changes.set(word, texts);
    return texts.length > 0 ? formatAlternatives(texts) : word;
  };
  for (let at = 0; at < query.words.length; ) {
    const span = query.spans.find(({ from }) => from === at);
    const count = span?.words ?? 1;
    const words = query.typed.slice(at, at + count);
    const separately = words.map((_, offset) => describeWord(at + offset)).join(' ');
    const together = span?.expansions.map((expansion) => expansion.text) ?? [];
    if (span) changes.set(words.join(' '), together);
    executed.push(formatAlternatives([separately, ...together]));
    at += count;
  }
  return {
    originalQuery: text,
    alteredQuery: changes.size > 0 ? executed.join(' ') : text,
    changedTerms: Object.fromEntries(changes),
  };
};

const isChange = ({ kind }: Expansion): boolean => kind !== 'exact';

const formatAlternatives = (texts: readonly string[]): string =>
  texts.length === 1 ? (texts[0] ?? '') : `(${texts.join(' | ')})`;
