import { drugContexts, drugHints, drugWords } from './lists/drugs.ts';
import { harmlessInLanguage, harmlessWords } from './lists/harmless.ts';
import { groupWords, hateWords, hostileWords, jokeWords } from './lists/hate.ts';
import { minorsAlone, minorWords, nudityWords } from './lists/minors.ts';
import { profaneWords } from './lists/profanity.ts';
import { selfHarmWords } from './lists/self-harm.ts';
import { serviceWords, sexualWords } from './lists/sexual.ts';
import { explosiveWords, gunContexts, gunWords, makingWords, weaponWords } from './lists/weapons.ts';
import { addLists, addOwnWords, createTerms, type Groups, type Terms, type WordLists } from './terms.ts';

/** One bit for each list. */
export const group = {
  minorsAlone: 1 << 0,
  minor: 1 << 1,
  nudity: 1 << 2,
  sexual: 1 << 3,
  profane: 1 << 4,
  drug: 1 << 5,
  drugHint: 1 << 6,
  drugContext: 1 << 7,
  weapon: 1 << 8,
  explosive: 1 << 9,
  making: 1 << 10,
  gun: 1 << 11,
  gunContext: 1 << 12,
  selfHarm: 1 << 13,
  hate: 1 << 14,
  people: 1 << 15,
  joke: 1 << 16,
  hostile: 1 << 17,
  harmless: 1 << 18,
} as const;

const lists: readonly (readonly [WordLists, Groups])[] = [
  [minorsAlone, group.minorsAlone],
  [minorWords, group.minor],
  [nudityWords, group.nudity],
  [sexualWords, group.sexual],
  [serviceWords, group.sexual],
  [profaneWords, group.profane],
  [drugWords, group.drug],
  [drugHints, group.drugHint],
  [drugContexts, group.drugContext],
  [weaponWords, group.weapon],
  [explosiveWords, group.explosive],
  [makingWords, group.making],
  [gunWords, group.gun],
  [gunContexts, group.gunContext],
  [selfHarmWords, group.selfHarm],
  [hateWords, group.hate],
  [groupWords, group.people],
  [jokeWords, group.joke],
  [hostileWords, group.hostile],
  [harmlessWords, group.harmless],
];

const createCommonTerms = (): Terms => {
  const terms = createTerms();
  for (const [words, groups] of lists) addLists(terms, words, groups);
  return terms;
};

/** The words of all languages. Reading the lists takes some ten milliseconds, so it is done once. */
export const commonTerms: Terms = createCommonTerms();

/** What a language adds in its own shops: words that are harmless elsewhere, and words that are harmless there. */
export const createOwnTerms = (language: string): Terms => {
  const terms = createTerms();
  for (const [words, groups] of lists) addOwnWords(terms, words, groups, language);
  addLists(terms, { [language]: harmlessInLanguage[language] ?? '' }, group.harmless);
  return terms;
};

/** Words that are also looked for where signs or blanks hide letters: others would be found by chance. */
export const strongGroups: Groups =
  group.minorsAlone | group.sexual | group.profane | group.hate | group.selfHarm;

const holds = (groups: Groups, ...bits: readonly Groups[]): boolean =>
  bits.every((bit) => (groups & bit) !== 0);

/** Why a text is never suggested, whatever a catalogue or an operator says. */
export type ForbiddenReason = 'sexual content about minors' | 'abuse' | 'self-harm';

/** Why a text is suggested only where the catalogue sells what it names. */
export type ListedReason = 'weapons' | 'drugs' | 'offensive word';

export const findForbiddenGroup = (groups: Groups): ForbiddenReason | null => {
  if (holds(groups, group.minorsAlone) || holds(groups, group.minor, group.nudity | group.sexual))
    return 'sexual content about minors';
  if (holds(groups, group.hate) || holds(groups, group.people, group.joke | group.hostile)) return 'abuse';
  return holds(groups, group.selfHarm) ? 'self-harm' : null;
};

export const findListedGroup = (groups: Groups): ListedReason | null => {
  const isWeapon =
    holds(groups, group.weapon) ||
    holds(groups, group.explosive, group.making) ||
    holds(groups, group.gun, group.gunContext);
  if (isWeapon) return 'weapons';
  if (holds(groups, group.drug) || holds(groups, group.drugHint, group.drugContext)) return 'drugs';
  return holds(groups, group.sexual | group.profane) ? 'offensive word' : null;
};
