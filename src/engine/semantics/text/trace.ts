import type { TextTrace } from '../../search-query.ts';
import type { ExpandedQuery, Expansion } from './expand-query.ts';
import { tokenizeWithSpelling } from '../../../domain/normal-form.ts';

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

/** So many products are looked at: the spelling is for a caller to read, nothing is found by it. */
export const spellingSample = 8;

/** Fields whose words nobody wrote for readers. */
const unreadFields = new Set(['identifier', 'url', 'imageUrl', 'groupId']);

/** The texts of a product that its terms may be spelt in. */
export const listSpelledTexts = (record: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(record)
    .filter(([name]) => !unreadFields.has(name))
    .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter((value) => typeof value === 'string');

/**
 * A term as products write it, in lower case: `trainers` for the term `trainer`. The most common spelling wins, then the
 * shorter one. A term that stands for two words of a text (`wifi` for `wi-fi`) has no spelling and stays as it is.
 */
export const chooseSpelling = (term: string, texts: readonly string[], language: string): string => {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const { token, typed } of tokenizeWithSpelling(text, language))
      if (token === term) counts.set(typed, (counts.get(typed) ?? 0) + 1);
  const [best] = [...counts].sort(
    ([a, countA], [b, countB]) => countB - countA || a.length - b.length || (a < b ? -1 : 1),
  );
  return best?.[0] ?? term;
};
