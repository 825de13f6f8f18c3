/** The first matching rule wins. `minimumLength` is that of the word with its ending. */
export type PluralRule = readonly [ending: RegExp, singular: string, minimumLength: number];

/** Slavic endings of nouns and adjectives; at least three letters stay. */
const slavicEndings: PluralRule = [/(?<=\p{L}{3})[аяоеёыиьйіїє]+$/u, '', 4];

const scandinavianEndings: readonly PluralRule[] = [
  [/([oa])er$/, '$1', 5],
  [/^(\p{L}{3})er$/u, '$1e', 5],
  [/([vgkb])lere?$/, '$1l', 7],
  [/([vgkb])el$/, '$1l', 5],
  [/sere$/, 's', 7],
  [/ser$/, 's', 6],
  [/(on|ik|at|ing|er)er$/, '$1', 6],
  [/er$/, '', 6],
  [/e$/, '', 5],
];

/**
 * Input is lower case with accents: Hungarian distinguishes `ák` from `ék`. Languages that mark the plural by another
 * vowel (Polish `lampa`, `lampy`) lose the ending of both forms: what remains is no word, but nobody sees it.
 */
export const pluralRules: Readonly<Record<string, readonly PluralRule[]>> = {
  en: [
    [/(canvas|adidas|atlas|christmas|lens)(es)?$/, '$1', 4],
    [/^news$/, 'news', 4],
    [/^(wo)?mens?$/, '$1man', 3],
    [/childrens?$/, 'child', 8],
    [/(shel|scar|lea|loa|hal)ves$/, '$1f', 6],
    [/knives$/, 'knife', 6],
    [/(bean|boot|brown|cook|hood|mov|ones|self)ies$/, '$1ie', 6],
    [/hoody$/, 'hoodie', 5],
    [/ies$/, 'y', 5],
    [/(ss|sh|ch|x|zz)es$/, '$1', 5],
    [/([^siu])s$/, '$1', 4],
  ],
  de: [
    [
      /(schuh|ring|tisch|stühl|röck|schränk|teppich|säck|töpf|körb|hüt|anzüg|strümpf|gerät|regal|hemd)e$/,
      '$1',
      4,
    ],
    [/(kleid|bild|büch|räd|gläs|bänd)er$/, '$1', 5],
    [/(uhr|hemd|bett|schuh)en$/, '$1', 5],
    [/(hose|vase|dose|rose)n$/, '$1', 5],
    [/en$/, 'e', 6],
  ],
  fr: [
    [/blanches?$/, 'blanc', 7],
    [/(eau|eu|ou)x$/, '$1', 4],
    [/([^sui])s$/, '$1', 4],
  ],
  es: [
    [/ces$/, 'z', 5],
    [/([lrndj])es$/, '$1', 6],
    [/([aeoáéó])s$/, '$1', 4],
  ],
  it: [
    [/sandali$/, 'sandalo', 7],
    [/([cg])hi$/, '$1o', 5],
    [/([cg])he$/, '$1a', 5],
    [/gi$/, 'gio', 5],
    [/(on|or|al|il|ent|rd|nd)i$/, '$1e', 5],
    [/i$/, 'o', 5],
    [/(?<!on|or|al|il|er|ar|ir|nt|es|ic|nd|rd)e$/, 'a', 5],
  ],
  hu: [
    // Also without accents, as they are typed: no plurals.
    [/(aj[aá]nd[eé]k|k[oö]rny[eé]k|mell[eé]k|tart[oó]z[eé]k|kell[eé]k)$/, '$1', 6],
    [/^órák$/, 'óra', 4],
    [/^fazekat$/, 'fazek', 7],
    // Plural with a case: `székeket`, `párnákat`, `cipőkre`; also as typed without accents.
    [/(?<=[^aáeéiíoóöőuúüű])(ok(at|ra|ban|hoz)|ek(et|re|ben|hez)|ök(et|re))$/, '', 7],
    [/([áóőúűaou])k(at|et|ot|ra|re|ban|ben|hoz|hez)$/, '$1', 7],
    [/(?<=[^aáeéiíoóöőuúüű]{1}[kptgn]|[éá]k)r[ae]$/, '', 6],
    [/^(ing|sz[eé]k|k[eé]p|k[eé]s|[aá]gy|toll|t[aá]l|polc)[aeo]k$/, '$1', 5],
    [/([áóőúű])k$/, '$1', 5],
    [/(?<=[^aáeéiíoóöőuúüű])[aeoö]k$/, '', 7],
  ],
  tr: [[/(lar|ler)$/, '', 6]],
  pt: [
    [/(jeans|t[êeé]nis|lápis|lapis|[óo]culos|canvas|atlas)$/, '$1', 4],
    [/[õo]es$/, 'ão', 5],
    [/ães$/, 'ão', 5],
    [/([aáeéoóuú])is$/, '$1l', 5],
    [/([ei])ns$/, '$1m', 5],
    [/(?<=[aeou])([rz])es$/, '$1', 6],
    [/([aeoáéó])s$/, '$1', 4],
  ],
  nl: [
    [/(kussen|linnen|laken|keuken|deken|wagen|teken|molen|open|tennis|canvas)$/, '$1', 4],
    [/glazen$/, 'glas', 6],
    [/(v|h|bl)azen$/, '$1aas', 5],
    [/(d|r|h)ozen$/, '$1oos', 5],
    [/rzen$/, 'rs', 6],
    [/([bdfgklmnprst])\1en$/, '$1', 6],
    [/(?<=[aeiou]{2}[bcdfgklmnprst]|[^aeiou][dgkmnpst])en$/, '', 6],
    [/(el|er|en|em|je|ge|ie|o|y|ur|or|um|camera|sofa|pyjama)s$/, '$1', 5],
  ],
  sv: [
    [/(^|dam|herr|barn|sport|löpar|inne|fritids|vandrings)skor$/, '$1sko', 4],
    [/(?<!mot|dat|fakt|dokt|trakt|monit|projekt|sens|ventilat)or$/, 'a', 5],
    [/([vkgdb])lar$/, '$1el', 6],
    [/([bkg])ler$/, '$1el', 6],
    [/(?<!somm|hamm|kopp|alt|rad)ar$/, '', 6],
    [/(on|ym|ik|at|et|il|ist|ut|al|än|ing)er$/, '$1', 6],
  ],
  da: scandinavianEndings,
  nb: scandinavianEndings,
  no: scandinavianEndings,
  fi: [
    [/(kevyt|ohut|lyhyt|olut|matto)$/, '$1', 4],
    [/matot$/, 'matto', 5],
    [/ukset$/, 'us', 6],
    [/imet$/, 'in', 6],
    [/(?<=[aouyieäö])t$/, '', 5],
    [/nk([aä])$/, 'ng$1', 5],
    [/(?<=ai|öy|ei)t([aä])$/, 'd$1', 5],
    [/([kpt])\1([oui])$/, '$1$2', 5],
  ],
  cs: [
    [/^st[ůu]l$/, 'stol', 4],
    // Cases too: `šatů`, `šatech`, `stolem`, `židlemi`.
    [/(?<=\p{L}{3})(ech|[áa]ch|[íi]ch|ům|ami|emi|em|ou|[ayeoíiůu])$/u, '', 4],
  ],
  sk: [[/(?<=\p{L}{3})[aye]$/u, '', 4]],
  pl: [
    [/ek$/, 'k', 6],
    [/(?<=\p{L}{3})[aiyeo]$/u, '', 4],
  ],
  ro: [
    [/uri$/, '', 7],
    [/oa([nr])e$/, 'o$1', 7],
    [/(?<=i)[ei]$/, '', 5],
    [/[ăei]$/, '', 5],
  ],
  ru: [slavicEndings],
  uk: [slavicEndings],
  bg: [slavicEndings],
  el: [
    [/ματα$/, 'μ', 6],
    [/(?<=\p{L}{3})[αάεέηήιίοόυύως]+$/u, '', 4],
  ],
  ca: [
    [/ques$/, 'c', 6],
    [/ca$/, 'c', 5],
    [/ons$/, 'o', 6],
    [/(es|e|a)$/, '', 5],
    [/([^sui])s$/, '$1', 4],
  ],
};
