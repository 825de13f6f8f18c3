import type { TextTrace } from '../../engine.ts';
import type { Expansion } from './expansion.ts';
import type { ExpandedQuery } from './expansions.ts';

/**
 * What was run, for people: `(smart watch | smartwatch) leather` where words were read in several ways. A query
 * of which nothing was changed stays as it was typed.
 */
export const createTrace = (text: string, query: ExpandedQuery): Omit<TextTrace, 'fuzzied'> => {
  const changes = new Map<string, readonly string[]>();
  const run: string[] = [];
  const readWord = (at: number): string => {
    const word = query.words[at] ?? '';
    const readings = query.expansions[at] ?? [];
    const texts = readings.map((reading) => reading.text);
    if (readings.some(isChange)) changes.set(word, texts);
    return texts.length > 0 ? oneOf(texts) : word;
  };
  for (let at = 0; at < query.words.length; ) {
    const span = query.spans.find(({ from }) => from === at);
    const count = span?.words ?? 1;
    const words = query.words.slice(at, at + count);
    const separately = words.map((_, offset) => readWord(at + offset)).join(' ');
    const together = span?.expansions.map((reading) => reading.text) ?? [];
    if (span) changes.set(words.join(' '), together);
    run.push(oneOf([separately, ...together]));
    at += count;
  }
  return {
    originalQuery: text,
    alteredQuery: changes.size > 0 ? run.join(' ') : text,
    changedTerms: Object.fromEntries(changes),
  };
};

const isChange = ({ kind }: Expansion): boolean => kind !== 'exact';

const oneOf = (texts: readonly string[]): string =>
  texts.length === 1 ? (texts[0] ?? '') : `(${texts.join(' | ')})`;
