/**
 * How often letters beyond ASCII stand in running text of a language, per ten thousand letters (rounded;
 * only the proportions matter). `pages` are the single-byte code pages such a text may have been saved in.
 */
export type LetterProfile = {
  readonly language: string;
  readonly pages: readonly SingleBytePage[];
  readonly letters: Readonly<Record<string, number>>;
};

export type SingleBytePage = 'windows-1250' | 'windows-1252' | 'windows-1254' | 'iso-8859-2';

const western = ['windows-1252'] as const;
const central = ['windows-1250', 'iso-8859-2'] as const;

export const letterProfiles: readonly LetterProfile[] = [
  {
    language: 'fr',
    pages: western,
    letters: {
      é: 190,
      à: 49,
      è: 27,
      ê: 22,
      ç: 9,
      ù: 6,
      û: 6,
      â: 5,
      î: 5,
      ô: 4,
      œ: 2,
      ï: 1,
      ë: 1,
    },
  },
  { language: 'de', pages: western, letters: { ü: 100, ä: 58, ö: 44, ß: 31 } },
  {
    language: 'es',
    pages: western,
    letters: { ó: 83, í: 73, á: 50, é: 43, ñ: 31, ú: 17, ü: 1 },
  },
  {
    language: 'pt',
    pages: western,
    letters: {
      ã: 73,
      ç: 53,
      ê: 45,
      é: 34,
      ó: 30,
      ú: 20,
      í: 13,
      á: 12,
      ô: 12,
      à: 7,
      â: 5,
      õ: 4,
    },
  },
  {
    language: 'it',
    pages: western,
    letters: { à: 64, è: 26, ù: 17, ò: 10, é: 5, ì: 3 },
  },
  { language: 'sv', pages: western, letters: { ä: 180, å: 134, ö: 131, é: 2 } },
  { language: 'da', pages: western, letters: { å: 119, ø: 94, æ: 87, é: 2 } },
  { language: 'fi', pages: western, letters: { ä: 358, ö: 44, å: 1 } },
  {
    language: 'nl',
    pages: western,
    letters: { ë: 10, é: 10, ï: 5, ü: 2, è: 2 },
  },
  {
    language: 'hu',
    pages: central,
    letters: {
      é: 342,
      á: 335,
      ő: 90,
      ö: 82,
      ó: 63,
      í: 55,
      ü: 41,
      ú: 22,
      ű: 14,
    },
  },
  {
    language: 'cs',
    pages: central,
    letters: {
      í: 160,
      ě: 122,
      ý: 100,
      á: 87,
      š: 70,
      ž: 70,
      é: 60,
      č: 50,
      ř: 40,
      ů: 20,
      ú: 5,
      ó: 2,
      ť: 2,
      ď: 1,
      ň: 1,
    },
  },
  {
    language: 'sk',
    pages: central,
    letters: {
      í: 100,
      á: 90,
      š: 80,
      ý: 80,
      é: 75,
      č: 65,
      ž: 65,
      ť: 60,
      ú: 60,
      ľ: 35,
      ô: 10,
      ň: 10,
      ď: 10,
      ä: 4,
      ĺ: 1,
      ŕ: 1,
    },
  },
  {
    language: 'pl',
    pages: central,
    letters: {
      ł: 210,
      ó: 110,
      ę: 103,
      ż: 93,
      ś: 81,
      ć: 74,
      ą: 70,
      ń: 36,
      ź: 8,
    },
  },
  {
    language: 'ro',
    pages: central,
    letters: { ă: 200, î: 140, ş: 130, ţ: 120, â: 20 },
  },
  {
    language: 'hr',
    pages: central,
    letters: { č: 120, š: 90, ž: 70, ć: 50, đ: 20 },
  },
  {
    language: 'tr',
    pages: ['windows-1254'],
    letters: { ı: 440, ü: 185, ş: 155, ğ: 82, ç: 74, ö: 60, â: 5, î: 2, û: 1 },
  },
];
