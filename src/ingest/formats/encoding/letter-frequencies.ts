export type LetterProfile = {
  readonly pages: readonly SingleBytePage[];
  readonly letters: Readonly<Record<string, number>>;
};

export type SingleBytePage = 'windows-1250' | 'windows-1252' | 'windows-1254' | 'iso-8859-2';

const western = ['windows-1252'] as const;
const central = ['windows-1250', 'iso-8859-2'] as const;
const turkish = ['windows-1254'] as const;

/**
 * A language, the single-byte code pages that its texts may have been saved in, and how often letters beyond ASCII stand in
 * running text, per ten thousand letters (rounded; only the proportions matter).
 */
const languages: readonly (readonly [string, readonly SingleBytePage[], string])[] = [
  ['fr', western, 'é190 à49 è27 ê22 ç9 ù6 û6 â5 î5 ô4 œ2 ï1 ë1'],
  ['de', western, 'ü100 ä58 ö44 ß31'],
  ['es', western, 'ó83 í73 á50 é43 ñ31 ú17 ü1'],
  ['pt', western, 'ã73 ç53 ê45 é34 ó30 ú20 í13 á12 ô12 à7 â5 õ4'],
  ['it', western, 'à64 è26 ù17 ò10 é5 ì3'],
  ['sv', western, 'ä180 å134 ö131 é2'],
  ['da', western, 'å119 ø94 æ87 é2'],
  ['fi', western, 'ä358 ö44 å1'],
  ['nl', western, 'ë10 é10 ï5 ü2 è2'],
  ['hu', central, 'é342 á335 ő90 ö82 ó63 í55 ü41 ú22 ű14'],
  ['cs', central, 'í160 ě122 ý100 á87 š70 ž70 é60 č50 ř40 ů20 ú5 ó2 ť2 ď1 ň1'],
  ['sk', central, 'í100 á90 š80 ý80 é75 č65 ž65 ť60 ú60 ľ35 ô10 ň10 ď10 ä4 ĺ1 ŕ1'],
  ['pl', central, 'ł210 ó110 ę103 ż93 ś81 ć74 ą70 ń36 ź8'],
  ['ro', central, 'ă200 î140 ş130 ţ120 â20'],
  ['hr', central, 'č120 š90 ž70 ć50 đ20'],
  ['tr', turkish, 'ı440 ü185 ş155 ğ82 ç74 ö60 â5 î2 û1'],
];

export const letterProfiles: readonly LetterProfile[] = languages.map(([, pages, letters]) => ({
  pages,
  letters: Object.fromEntries(letters.split(' ').map((each) => [each.charAt(0), Number(each.slice(1))])),
}));
