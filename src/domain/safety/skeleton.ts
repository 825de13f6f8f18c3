import { hasOnlyAscii, replaceUndecomposed } from '../normal-form.ts';

/** Characters that are not seen: zero-width spaces and joiners, soft hyphens, variation selectors, fillers. */
const invisible = /[\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u3164\ufe00-\ufe0f\uffa0]/gu;

/** What a reader sees, in lower case: full-width and mathematical letters as ordinary ones, nothing invisible. */
export const toSeenText = (text: string): string =>
  hasOnlyAscii(text) ? text.toLowerCase() : text.normalize('NFKC').replace(invisible, '').toLowerCase();

/** Without accents and other marks. */
export const foldMarks = (text: string): string =>
  hasOnlyAscii(text)
    ? text
    : replaceUndecomposed(
        text
          .normalize('NFD')
          .replace(/[\u0300-\u036f\u0489\u20d0-\u20f0]+/g, '')
          .normalize('NFC')
          .replaceAll('ς', 'σ'),
      );

/** Cyrillic letters by their sound, for words of two scripts: `поrn`. */
const [cyrillic, sounds] = ['абвгдезийклмнопрстуфх', 'abvgdeziiklmnoprstufh'];
const replaceBySound = (text: string): string =>
  text.replace(/[а-х]/g, (letter) => sounds[cyrillic.indexOf(letter)] ?? letter);

/**
 * A text without marks, and where it has letters of other scripts, with the Latin ones that they look or sound like.
 * Letters that stand apart are joined before `ß` becomes two.
 */
const foldToSkeletons = (text: string): string[] => {
  if (hasOnlyAscii(text)) return [text.toLowerCase()];
  const seen = toSeenText(text);
  const folded = [
    foldMarks(seen),
    foldMarks(seen).replaceAll('💣', ' bomb '),
    foldMarks(joinSingleLetters(0, 0)(seen)),
  ];
  if (folded.every(hasOnlyAscii)) return folded;
  const latin = foldMarks(replaceLookalikes(text.normalize('NFKD').replace(invisible, '')).toLowerCase());
  return [...folded, latin, ...(/[a-z]/.test(seen) ? [replaceBySound(foldMarks(seen))] : [])];
};

/** The same with accents, which tell some words apart. Strokes through letters are no accents. */
const listAccented = (text: string): string[] => {
  const seen = toSeenText(text.replace(/[\u0335-\u0338]/g, '')).normalize('NFC');
  return [seen, replaceLookalikes(seen)];
};

const letterBySign: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '€': 'e',
  '£': 'l',
  '¢': 'c',
  '©': 'c',
  '®': 'r',
};
const signs = /[0134578@$!|€£¢©®]/g;

/** Whether a word with digits and signs is meant as letters: `p0rn`, `c0c41n3`. `C53x`, `800B` and `B07CVR21VN` are codes. */
const isWordWithSigns = (word: string): boolean => {
  const count = word.match(signs)?.length ?? 0;
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  if (count === 0 || letters < 2 || /\d{3}|[269]/.test(word)) return false;
  return word.length >= 5 || (letters >= count && !/\d\d/.test(word));
};

const readSigns = (text: string, one: string): string =>
  text.replace(/[\p{L}\p{M}\d@$!|€£¢©®]+/gu, (word) =>
    isWordWithSigns(word)
      ? word.replace(signs, (sign) => (sign === '1' ? one : (letterBySign[sign] ?? sign)))
      : word,
  );

/** `p.orn`, `po-rn`: signs between letters of a word. */
const dropInnerSigns = (text: string): string =>
  text.replace(/(?<=[\p{L}\d])[^\p{L}\d\s]+(?=[\p{L}\d])/gu, '');

const singleLetters = /(?<![\p{L}\d])(?:[\p{L}\d][^\p{L}\d]{1,3}){2,}[\p{L}\d](?![\p{L}\d])/gu;

/** `s e x`, `p.o.r.n`: single letters in a row. The first or last of them may be a word: `o ž i d e c h`. */
const joinSingleLetters =
  (first: number, last: number) =>
  (text: string): string =>
    text.replace(singleLetters, (run) => {
      const letters = [...run.replace(/[^\p{L}\d]/gu, '')];
      const end = letters.length - last;
      const parts = [letters.slice(0, first), letters.slice(first, end), letters.slice(end)];
      return /\d\D*\d/.test(run) ? run : parts.map((part) => part.join('')).join(' ');
    });

/** `d'ecstasy`. */
const splitApostrophes = (text: string): string => text.replace(/['’`´]/g, ' ');

/** `seeex`: letters that stand three times or more. */
const squeezeLetters = (text: string, to: string): string => text.replace(/(\p{L})\1{2,}/gu, to);

/** Nothing but words of ASCII letters, which can be read in one way. */
const isPlain = (text: string): boolean =>
  /^[a-z ]*$/i.test(text) && !/([a-z])\1\1|\b[a-z] +[a-z]\b/i.test(text);

/** All texts that a text may be meant to read. Most have one. */
export const listReadings = (text: string, accents: 'folded' | 'kept' = 'folded'): string[] => {
  if (accents === 'folded' && isPlain(text)) return [text.toLowerCase()];
  const readings = new Set(accents === 'folded' ? foldToSkeletons(text) : listAccented(text));
  const addEach = (...rewrites: ((reading: string) => string)[]): void => {
    for (const reading of [...readings]) for (const rewrite of rewrites) readings.add(rewrite(reading));
  };
  addEach(
    (reading) => readSigns(reading, 'i'),
    (reading) => readSigns(reading, 'l'),
  );
  addEach(
    joinSingleLetters(0, 0),
    joinSingleLetters(1, 0),
    joinSingleLetters(0, 1),
    dropInnerSigns,
    splitApostrophes,
  );
  addEach(
    (reading) => squeezeLetters(reading, '$1'),
    (reading) => squeezeLetters(reading, '$1$1'),
  );
  return [...readings];
};

/** The words of a reading. Apostrophes are removed, as in normal form. */
export const splitReading = (reading: string): string[] =>
  reading.replace(/['’`´]/g, '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const mask = /(?<=\p{L})[*#%?•§©®](?=\p{L})/gu;

const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяєіїґ',
  'αβγδεζηθικλμνξοπρστυφχψω',
];

/** `p*rn`, `f©ck`: the readings of a text in which one sign stands for a letter. */
export const listUnmasked = (text: string): string[] => {
  if (text.match(mask)?.length !== 1) return [];
  const before = text[text.search(mask) - 1] ?? '';
  const alphabet = alphabets.find((letters) => letters.includes(before)) ?? '';
  return [...alphabet].map((letter) => text.replace(mask, letter));
};

/** `f**k`: words in which signs stand for letters, as patterns. */
export const listMaskedWords = (text: string): RegExp[] =>
  (text.match(/\p{L}+[*#%?•§©®]+[\p{L}*#%?•§©®]*\p{L}/gu) ?? []).map(
    (word) => new RegExp(`^${word.replace(/[^\p{L}]/gu, '.')}$`, 'u'),
  );

/*
 * Letters of other scripts that look like a Latin one, derived from Unicode's confusables.txt 10.0.0 (Unicode Technical
 * Standard #39): single letters of scripts whose words a reader could take for Latin ones. Letters that differ by a mark
 * only are left out, because marks are removed anyway.
 *
 * Copyright © 1991-2017 Unicode, Inc. All rights reserved. Distributed under the Terms of Use in
 * https://www.unicode.org/copyright.html; the licence is in UNICODE-LICENSE beside this file.
 */
const lookalikes: Readonly<Record<string, string>> = {
  a: 'ɑΑαАаᎪᗅꓮꭺ𐊠𖽀',
  b: 'ƀƂƃƄƅɓΒβБВЬбвьѢѣҌҍᏏᏴᏼᖯᗷꓐꞴꞵꮟ𐊂𐊡𐌁',
  c: 'ȼСсҪҫᏟᴄⲤⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜',
  d: 'ƉƌɖɗԁᎠᏧᑯᗞᗪꓒꓓꭰꮷ',
  e: 'ɆɇΕεЕеҽҿᎬⴹꓰꬲꭼ𐊆𑢦𑢮𑣆𑣎',
  f: 'ƑƒϜϝքᖴᵮẝꓝꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂',
  g: 'ƍǤǥɠɡԌԍցᏀᏳᏻᶃꓖꮐ',
  h: 'ĦħɦΗНнћҢңһӇӈӉӊհᎻᏂᏲᏺᕼⱧⱨⲎⲏꓧꚕꮋꮒ𐋏',
  i: 'ƖƗɨɩɪΙιІіӀᎥᵻᵼⲒⲓꙇꭵ𐐛𐑃𑢣𑢲𑣃𑣒',
  j: 'ɈɉʝͿϳЈјᎫᒍꓙꞲꭻ',
  k: 'ƙΚκКкҚқҞҟᏦᛕⱩⱪⲔⲕꓗꝀꝁꮶ𐔘',
  l: 'ƚǀɫɭӏᒪᛁⵏꓡꓲ𐊊𐌉𐔦𖼖𖼨',
  m: 'ΜμϺϻМмӍӎᎷᗰᛖⲘⲙꓟꮇ𐊰𐌑',
  n: 'ƝƞɲɳΝηոռᵰⲚⲛꓠ𐔓',
  o: 'ƟɵΘΟθοσОоѲѳӨөՕօჿᎾᏫᴏᴑⲞⲟⴱⵁⵔꓳꝊꝋꬽꬾꭴꮎꮻ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑢵𑣈𑣕𑣗',
  p: 'ƥΡρРрᏢᑭᵽⲢⲣꓑꮲ𐊕',
  q: 'ʠԛգզⵕ',
  r: 'ƦɍɼɽʀгғᎡᏒᖇᴦᵲⲅꓣꭇꭈꭱꮁꮢ𐒴𐓜𖼵',
  s: 'ƽʂЅѕՏտᏕᏚᵴꓢꜱꮥꮪ𐊖𐐠𐑈𑣁𖼺',
  t: 'ŦŧƭƮȾʈΤτТтҬҭᎢᵵⱦⲦⲧꓔꭲ𐊗𐊱𐌕𑢼𖼊',
  u: 'ɄʉʋυՍսᏌᑌᴜᵾꓴꞟꭎꭒꮜ𐓎𐓶𑢸𑣘𖽂',
  v: 'νѴѵᏙᐯᴠⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈',
  w: 'ɯѡѽԜԝաᎳᏔᴡꓪꝡꮃꮤ𑓅𑜊𑜎𑜏',
  x: 'ΧχХхҲҳᕁᕽᚷⲬⲭⵝꓫꞳꭓ𐊐𐊴𐌗𐔧',
  y: 'ƴɎɏɣʏΥγУуҮүҰұყᎩᎽᶌỿⲨⲩꓬꭚꭹꮍ𐊲𑢤𑣜𖽃',
  z: 'ƵƶȤȥʐΖζᏃᴢᵶꓜꮓ𑢩𑣄𑣉',
};

const latinByLookalike: ReadonlyMap<string, string> = new Map(
  Object.entries(lookalikes).flatMap(([latin, letters]) =>
    [...letters].map((letter) => [letter, latin] as const),
  ),
);

/** `роrn` in Cyrillic letters as a reader sees it. */
const replaceLookalikes = (text: string): string =>
  text.replace(/[^\0-\x7f]/gu, (letter) => latinByLookalike.get(letter) ?? letter);
