import type { TextTrace } from '../../search-query.ts';
import type { Expansion } from './vocabulary.ts';
import type { ExpandedQuery } from './expand-query.ts';

/**
 * The query that was executed, in readable form: `(smart watch | smartwatch) leather` where a word has several
 * expansions. Words are as they were typed, synonyms as the operator wrote them, and all others as products spell them. A
 * query without changes stays as it was typed.
 */
export const createTrace = (
  text: string,
  query: ExpandedQuery,
  spell: (term: number) => string,
): Omit<TextTrace, 'fuzzied'> => {
  const describe = ({ kind, text: written, terms }: Expansion): string =>
    kind === 'synonym' ? written : terms.map(spell).join(' ');
  const changes = new Map<string, readonly string[]>();
  const executed: string[] = [];
  const describeWord = (at: number): string => {
    const word = query.typed[at] ?? '';
    const expansions = query.expansions[at] ?? [];
    const texts = [...new Set(expansions.map((each) => (each.kind === 'exact' ? word : describe(each))))];
    if (expansions.some(isChange)) changes.set(word, texts);
    return texts.length > 0 ? formatAlternatives(texts) : word;
  };
  for (let at = 0; at < query.words.length; ) {
    const span = query.spans.find(({ from }) => from === at);
    const count = span?.words ?? 1;
    const words = query.typed.slice(at, at + count);
    const separately = words.map((_, offset) => describeWord(at + offset)).join(' ');
    const together = span?.expansions.map(describe) ?? [];
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
