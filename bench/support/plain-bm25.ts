import { tokenize } from '../../src/domain/normal-form.ts';

const saturation = 1.2;
const lengthPenalty = 0.75;

/** The yardstick: textbook BM25, with all texts of a product as one document. */
export const createPlainBm25 = (texts: ReadonlyMap<string, string>, language: string) => {
  const postings = new Map<string, Map<string, number>>();
  const lengths = new Map<string, number>();
  for (const [identifier, text] of texts) {
    const words = tokenize(text, language);
    lengths.set(identifier, words.length);
    for (const word of words) {
      const posting = postings.get(word) ?? new Map<string, number>();
      postings.set(word, posting.set(identifier, (posting.get(identifier) ?? 0) + 1));
    }
  }
  const averageLength = [...lengths.values()].reduce((sum, length) => sum + length, 0) / texts.size;
  return (query: string, count: number): string[] => {
    const scores = new Map<string, number>();
    for (const word of new Set(tokenize(query, language))) {
      const posting = postings.get(word) ?? new Map<string, number>();
      const rarity = Math.log(1 + (texts.size - posting.size + 0.5) / (posting.size + 0.5));
      for (const [identifier, frequency] of posting) {
        const length = (lengths.get(identifier) ?? 0) / averageLength;
        const lengthFactor = saturation * (1 - lengthPenalty + lengthPenalty * length);
        const score = (rarity * frequency * (saturation + 1)) / (frequency + lengthFactor);
        scores.set(identifier, (scores.get(identifier) ?? 0) + score);
      }
    }
    const ranked = [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    return ranked.slice(0, count).map(([identifier]) => identifier);
  };
};
