import snowballStemmers from 'snowball-stemmers';
import { normalForm } from '../../src/domain/normal-form.ts';
import { wordPairs } from './word-pairs.ts';

/** The algorithms of the package snowball-stemmers; it has none for Polish, Slovak, Ukrainian and Greek. */
const algorithms: Readonly<Record<string, string>> = {
  en: 'english',
  de: 'german',
  fr: 'french',
  es: 'spanish',
  it: 'italian',
  pt: 'portuguese',
  nl: 'dutch',
  sv: 'swedish',
  da: 'danish',
  nb: 'norwegian',
  fi: 'finnish',
  hu: 'hungarian',
  tr: 'turkish',
  cs: 'czech',
  ro: 'romanian',
  ru: 'russian',
  ca: 'catalan',
};

/** `right`: pairs of one meaning that become one form. `wrong`: pairs of two meanings that do. */
export type Merges = { readonly right: number; readonly wrong: number };

export type LanguageMerges = {
  readonly language: string;
  readonly mergePairs: number;
  readonly apartPairs: number;
  readonly ours: Merges;
  readonly snowball: Merges | null;
  /** Pairs that our rules decide wrongly. */
  readonly mistakes: readonly string[];
};

export const readPairs = (text: string): (readonly [string, string])[] =>
  text.split(', ').map((pair) => {
    const [first = '', second = ''] = pair.split(' ');
    return [first, second];
  });

type ToForm = (word: string) => string;

const isOne =
  (toForm: ToForm) =>
  ([first, second]: readonly [string, string]): boolean =>
    toForm(first) === toForm(second);

const openSnowball = (language: string): ToForm | null => {
  const algorithm = algorithms[language];
  if (algorithm === undefined) return null;
  const stemmer = snowballStemmers.newStemmer(algorithm);
  // As a shop would use it: lower case, then the stem, then without accents.
  return (word) => normalForm(stemmer.stem(word.toLocaleLowerCase(language)), 'und');
};

export const measureMerges = (): LanguageMerges[] =>
  Object.entries(wordPairs).map(([language, { merge, apart }]) => {
    const [same, different] = [readPairs(merge), readPairs(apart)];
    const ours: ToForm = (word) => normalForm(word, language);
    const snowball = openSnowball(language);
    const count = (toForm: ToForm): Merges => ({
      right: same.filter(isOne(toForm)).length,
      wrong: different.filter(isOne(toForm)).length,
    });
    return {
      language,
      mergePairs: same.length,
      apartPairs: different.length,
      ours: count(ours),
      snowball: snowball && count(snowball),
      mistakes: [
        ...same.filter((pair) => !isOne(ours)(pair)).map((pair) => pair.join(' ≠ ')),
        ...different.filter(isOne(ours)).map((pair) => pair.join(' = ')),
      ],
    };
  });
