import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const files = ['en', 'de', 'fr', 'hu', 'cs', 'other'] as const;

export type CorpusText = {
  readonly text: string;
  /** Of the text: `en`, `de`. */
  readonly language: string;
  /** What a hostile text is about; empty for innocent ones. */
  readonly subject: string;
  /** Every second text of a file was not looked at while the lists of the guard were written. */
  readonly isHeldOut: boolean;
};

/** One text on each line, below headings: subjects, in `other.txt` languages. */
const readCorpus = (kind: 'hostile' | 'innocent', file: (typeof files)[number] | 'later'): CorpusText[] => {
  let heading = '';
  const texts: Omit<CorpusText, 'isHeldOut'>[] = [];
  for (const line of readFileSync(join(import.meta.dirname, kind, `${file}.txt`), 'utf8').split('\n')) {
    if (line.startsWith('# ')) heading = line.slice(2);
    else if (line !== '')
      texts.push(
        file === 'other'
          ? { text: line, language: heading, subject: '' }
          : { text: line, language: file, subject: heading },
      );
  }
  return texts.map((each, index) => ({ ...each, isHeldOut: index % 2 === 1 }));
};

/**
 * Texts that must never be suggested. They were written before the lists of the guard, and without them; those of
 * `later.txt`, of five languages, when the guard refused all others.
 */
export const readHostileTexts = (): CorpusText[] =>
  [...files, 'later' as const].flatMap((file) => readCorpus('hostile', file));

/** Searches of shops that hold a word which is harmless there. */
export const readInnocentTexts = (): CorpusText[] => files.flatMap((file) => readCorpus('innocent', file));

/** Hostile texts that are ordinary words in shops of these languages: a curve and got, horrors, six. */
export const homonyms: Readonly<Record<string, readonly string[]>> = {
  sv: ['kurva', 'kurvа', 'privát kurva', 'fick deine Mutter', 'kurva élet'],
  cs: ['billiga horor'],
  sk: ['billiga horor'],
  da: ['seks oyuncakları'],
  nb: ['seks oyuncakları'],
};
