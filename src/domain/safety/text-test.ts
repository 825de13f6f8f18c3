import { isAbusiveSentence } from './abuse-sentences.ts';
import {
  commonTerms,
  createOwnTerms,
  findForbiddenGroup,
  findListedGroup,
  type ForbiddenReason,
  group,
  type ListedReason,
  strongGroups,
} from './groups.ts';
import {
  foldMarks,
  listMaskedWords,
  listReadings,
  listUnmasked,
  splitReading,
  toSeenText,
} from './skeleton.ts';
import { fitsAt, type Groups, listPhrasesFrom, matchWord, type Phrase, type Terms } from './terms.ts';

/** Whether the catalogue sells what these words of a text name. */
type IsSold = (words: readonly string[]) => boolean;

type Inspection = {
  /** Why the text is never suggested. */
  readonly forbidden: ForbiddenReason | null;
  /** Why it is suggested only where it is sold. */
  readonly findListed: (isSold: IsSold) => ListedReason | null;
  /** What is left of all readings of the text without harmless words and phrases, for other lists. */
  readonly listUncovered: () => string[];
};

/** Looks for the words of all languages in everything that a text may be meant to read. */
export const createTextTest = (language: string): ((text: string) => Inspection) => {
  const look = createLookUp(createOwnTerms(language.split('-', 1)[0]?.toLowerCase() ?? ''));
  return (text) => {
    const readings = listReadings(text);
    const matches = [...readings, ...listUnmasked(foldMarks(toSeenText(text)))].flatMap((reading) =>
      findMatches(splitReading(reading), look),
    );
    const hidden = findHidden(text) | findAccented(text);
    const groups = matches.reduce((all, match) => all | match.groups, hidden);
    return {
      forbidden: findForbidden(text, readings, groups),
      findListed: (isSold) => {
        if (adultEmoji.test(text)) return 'offensive word';
        if (findListedGroup(groups) === null) return null;
        const unsold = matches.filter(({ words }) => !isSold(words));
        return findListedGroup(unsold.reduce((all, match) => all | match.groups, hidden));
      },
      listUncovered: () => readings.flatMap((reading) => dropHarmless(splitReading(reading), look)),
    };
  };
};

/** An age below 18, or words that say so. The text has no accents. */
const agePattern =
  /(?<!\d)(?:[1-9]|1[0-7])\s*-?\s*(?:yo|y\/o|yrs?|years?|jahre?|jahrige[nrs]?|ans|anos|anni|eves|yasinda|jaar|lat|let|rokov|ani|лет|років|ετων)(?!\p{L})|(?:under|unter)\s*(?:age|18|16|14)(?!\d)/u;

const findForbidden = (text: string, readings: readonly string[], groups: Groups): ForbiddenReason | null => {
  const isSexual = (groups & (group.sexual | group.nudity)) !== 0;
  if (isSexual && readings.some((reading) => agePattern.test(reading))) return 'sexual content about minors';
  return (
    findForbiddenGroup(groups) ?? (text.includes('卐') || readings.some(isAbusiveSentence) ? 'abuse' : null)
  );
};

/** The sign for adults only, and pairs that stand for sex. */
const adultEmoji = /🔞|🍆\s*[💦🍑👅]|[💦🍑👅]\s*🍆|🍑\s*[💦👅]|[💦👅]\s*🍑/u;

/** The groups of a word, and the phrases that may begin with it. */
type WordFacts = { readonly groups: Groups; readonly phrases: readonly Phrase[] };
type LookUp = (word: string) => WordFacts;

const mostKnownWords = 50_000;

/** Words repeat: a shop has some ten thousand. */
const createLookUp = (ownTerms: Terms): LookUp => {
  const known = new Map<string, WordFacts>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const facts = {
      groups: matchWord(commonTerms, word) | matchWord(ownTerms, word),
      phrases: [...listPhrasesFrom(commonTerms, word), ...listPhrasesFrom(ownTerms, word)],
    };
    if (known.size >= mostKnownWords) known.clear();
    known.set(word, facts);
    return facts;
  };
};

type Match = { readonly words: readonly string[]; readonly at: number; readonly groups: Groups };

const listMatches = (words: readonly string[], look: LookUp): Match[] =>
  words.flatMap((word, at) => {
    const { groups, phrases } = look(word);
    const begun = phrases
      .filter((phrase) => fitsAt(phrase, words, at))
      .map((phrase) => ({ words: words.slice(at, at + phrase.words.length), at, groups: phrase.groups }));
    return groups === 0 ? begun : [{ words: [word], at, groups }, ...begun];
  });

const isHarmless = ({ groups }: Match): boolean => (groups & group.harmless) !== 0;
const covers = (outer: Match, { at, words }: Pick<Match, 'at' | 'words'>): boolean =>
  outer.at <= at && at + words.length <= outer.at + outer.words.length;

/** Listed words and phrases that no harmless one covers. */
const findMatches = (words: readonly string[], look: LookUp): Match[] => {
  const matches = listMatches(words, look);
  const harmless = matches.filter(isHarmless);
  return matches.filter((match) => !harmless.some((outer) => covers(outer, match)));
};

/** The runs of words between harmless ones. */
const dropHarmless = (words: readonly string[], look: LookUp): string[] => {
  const harmless = listMatches(words, look).filter(isHarmless);
  if (harmless.length === 0) return [words.join(' ')];
  return words
    .map((word, at) => (harmless.some((outer) => covers(outer, { at, words: [word] })) ? '|' : word))
    .join(' ')
    .split('|');
};

/** Words that only their accents tell from harmless ones. */
const findAccented = (text: string): Groups =>
  /[^\0-\x7f]/.test(text)
    ? listReadings(text, 'kept')
        .flatMap(splitReading)
        .reduce((groups, word) => groups | (commonTerms.accented.get(word) ?? 0), 0)
    : 0;

/** `f**k`, and words with a blank after the first or before the last letter: `p orn`. */
const findHidden = (text: string): Groups => {
  if (!/[*#%?•§©®]|(?<![\p{L}\d])\p{L}(?![\p{L}\d])/u.test(text)) return 0;
  const seen = foldMarks(toSeenText(text));
  let groups = 0;
  for (const pattern of listMaskedWords(seen))
    for (const known of [commonTerms.exact, commonTerms.prefix, commonTerms.accented])
      for (const [word, each] of known) if (pattern.test(foldMarks(word))) groups |= each;
  const words = splitReading(seen);
  for (const [at, word] of words.entries()) {
    const next = words[at + 1] ?? '';
    if (Math.min(word.length, next.length) === 1 && word.length + next.length > 3)
      groups |= (commonTerms.exact.get(word + next) ?? 0) & strongGroups;
  }
  return groups & ~group.harmless;
};
