import { listCompoundEnds, tokenize } from '../../domain/normal-form.ts';
import type { Suggestion } from '../../domain/suggestion.ts';
import type { KeywordEntry } from '../../engine/engine.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { fuseSuggestions, fusionDefaults } from './relate/fuse-suggestions.ts';
import type { FindUnsafe } from './guards/blocked-words.ts';
import type { LearntKeywords } from './mine/learn.ts';
import type { Phrase } from './relate/phrase.ts';
import { relateTerms, type TermSources } from './relate/relate-terms.ts';
import { isStopWord } from '../../domain/stop-words.ts';

type Sources = {
  readonly catalogue: Catalogue | null;
  readonly language: string;
  readonly learnt?: LearntKeywords | null;
};

/**
 * Entries for single words of the catalogue and of searches that are not patterns themselves. They answer
 * patterns that nobody has searched before. Misspelt words get no entry: they are corrected first.
 */
export const buildSingleWordEntries = (
  { catalogue, language, learnt = null }: Sources,
  built: TermSources & { readonly phrases: readonly Phrase[]; readonly findUnsafe: FindUnsafe },
): KeywordEntry[] => {
  const { phrases, suggestible, findUnsafe, suggestionsFor } = built;
  const known = new Set(phrases.map(({ text }) => text));
  const terms = new Set([
    ...(catalogue ? listCatalogueTerms(catalogue) : []),
    ...(learnt ? listLearntTerms(learnt).filter((word) => learnt.findCorrection(word) === null) : []),
  ]);
  const fromCatalogue = catalogue ? relateTerms(catalogue, built, language) : (): Suggestion[] => [];
  const buildList = (word: string): Suggestion[] =>
    learnt === null
      ? fromCatalogue(word)
      : fuseSuggestions(learnt.suggest(word, fusionDefaults.perDirection), fromCatalogue(word), language);
  const isNew = (word: string): boolean => !known.has(word) && findUnsafe(word) === null;
  const toEntry = (text: string, suggestions: readonly Suggestion[]): KeywordEntry => ({
    text,
    displayText: text,
    popularity: 0,
    suggestions: suggestions.filter(({ displayText }) => findUnsafe(displayText) === null),
  });
  const heads = listCompoundHeads(suggestible, language);
  return [
    ...[...terms].filter(isNew).map((word) => toEntry(word, buildList(word))),
    ...[...heads]
      .filter(([head]) => isNew(head) && !terms.has(head))
      .map(([head, phrase]) => toEntry(head, [toRefinement(phrase), ...suggestionsFor(phrase)])),
  ].filter(({ suggestions }) => suggestions.length > 0);
};

/** How a German or Hungarian syllable may begin; so `lampe` and `schlampe`, but not `hlampe`, may be the end of `tischlampe`. */
const beginsLikeAWord = /^(sch|st|sp|[bdfgkpt][rl]?|kn|sz|cs|gy|zs|ny|z|w|v|h|j|l|m|n|r|s)?[aeiouy]/;

/** The ends of categories that are one word, such as `lampe` of `tischlampe`: shoppers ask for the kind in general. */
const listCompoundHeads = (phrases: readonly Phrase[], language: string): Map<string, Phrase> => {
  const heads = new Map<string, Phrase>();
  const isCategory = ({ words, category }: Phrase): boolean =>
    words.length === 1 && category !== null && tokenize(category, language).at(-1) === words[0];
  for (const phrase of phrases.filter(isCategory))
    for (const head of listCompoundEnds(phrase.text, language))
      if (beginsLikeAWord.test(head) && !heads.has(head)) heads.set(head, phrase);
  return heads;
};

const toRefinement = ({ text, displayText, products }: Phrase): Suggestion => ({
  text,
  displayText,
  score: 1,
  direction: 'refine',
  evidence: [{ signal: 'catalogue', weight: 1, products: products ?? 0 }],
});

const termDefaults = { ofCatalogue: 40_000, ofSearches: 20_000 } as const;

/**
 * Content words, most frequent first. They get entries of their own, so that a pattern nobody has searched before is
 * answered through its rarest word. They are never suggested.
 */
const listTerms = (counts: Iterable<readonly [word: string, count: number]>, isTerm: RegExp, limit: number) =>
  [...counts]
    .filter(([word]) => isTerm.test(word) && !isStopWord(word))
    .sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([word]) => word);

/** Words of the catalogue, by products that carry them. */
export const listCatalogueTerms = ({ words }: Pick<Catalogue, 'words'>): string[] =>
  listTerms(
    words.entries().map(([word, { size }]) => [word, size] as const),
    /^(?=.*\p{L})../u,
    termDefaults.ofCatalogue,
  );

/** Words that enough shoppers used in any search. */
const listLearntTerms = ({ behaviour, shoppersAtLeast }: LearntKeywords): string[] =>
  listTerms(
    behaviour.wordShoppers.entries().filter(([, shoppers]) => shoppers >= shoppersAtLeast),
    /^\p{L}{3,}$/u,
    termDefaults.ofSearches,
  );
