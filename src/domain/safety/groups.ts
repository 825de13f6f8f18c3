import { drugContexts, drugHints, drugWords } from './lists/drugs.ts';
import { harmlessInLanguage, harmlessWords } from './lists/harmless.ts';
import { groupWords, hateWords, hostileWords, jokeWords } from './lists/hate.ts';
import { minorsAlone, minorWords, nudityWords } from './lists/minors.ts';
import { profaneWords } from './lists/profanity.ts';
import { selfHarmWords } from './lists/self-harm.ts';
import { serviceWords, sexualWords } from './lists/sexual.ts';
import { explosiveWords, gunContexts, gunWords, makingWords, weaponWords } from './lists/weapons.ts';
import { addLists, addOwnWords, createTerms, type Groups, type Terms, type WordLists } from './terms.ts';

const lists = {
  minorsAlone: [minorsAlone],
  minor: [minorWords],
  nudity: [nudityWords],
  sexual: [sexualWords, serviceWords],
  profane: [profaneWords],
  drug: [drugWords],
  drugHint: [drugHints],
  drugContext: [drugContexts],
  weapon: [weaponWords],
  explosive: [explosiveWords],
  making: [makingWords],
  gun: [gunWords],
  gunContext: [gunContexts],
  selfHarm: [selfHarmWords],
  hate: [hateWords],
  people: [groupWords],
  joke: [jokeWords],
  hostile: [hostileWords],
  harmless: [harmlessWords],
} as const satisfies Readonly<Record<string, readonly WordLists[]>>;

type GroupName = keyof typeof lists;
const groupNames = Object.keys(lists) as GroupName[];

export const group = Object.fromEntries(groupNames.map((name, bit) => [name, 1 << bit])) as Readonly<
  Record<GroupName, Groups>
>;

const createCommonTerms = (): Terms => {
  const terms = createTerms();
  for (const name of groupNames) for (const words of lists[name]) addLists(terms, words, group[name]);
  return terms;
};

/** The words of all languages. Reading the lists takes some ten milliseconds, so it is done once. */
export const commonTerms: Terms = createCommonTerms();

/** What a language adds in its own shops: words that are harmless elsewhere, and words that are harmless there. */
export const createOwnTerms = (language: string): Terms => {
  const terms = createTerms();
  for (const name of groupNames)
    for (const words of lists[name]) addOwnWords(terms, words, group[name], language);
  const harmless: WordLists = harmlessInLanguage;
  addLists(terms, { [language]: harmless[language] ?? '' }, group.harmless);
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
