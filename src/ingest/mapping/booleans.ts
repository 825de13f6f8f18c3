/*
 * Words that mean yes or no in feeds, in several languages. Compared without case, accents, spaces and
 * punctuation, so each is listed once.
 */

/** en de fr es it pt nl hu cs pl ro tr */
const yes = `
  true yes y on ja oui si sim igen ano tak da evet
`;
const no = `
  false no n off nein non nao nee nem ne nie nu hayir
`;

const inStock = `
  instock available availablenow inventory onstock limitedavailability lowstock lastitems preorder presale
  backorder backordered onlineonly instoreonly onsale madetoorder
  auflager vorratig lieferbar sofortlieferbar verfugbar sofortverfugbar vorbestellbar
  enstock disponible endisponibilite precommande
  enexistencia hayexistencias disponibile inmagazzino pronta consegna disponivel emestoque
  opvoorraad leverbaar beschikbaar
  raktaron keszleten kaphato elerheto elorendelheto rendelheto azonnal
  skladem naskladu dostupne
  dostepny dostepna wmagazynie nastanie
  instoc disponibil
  stokta mevcut stoktavar onsiparis
`;
const outOfStock = `
  outofstock unavailable notavailable soldout discontinued noneleft comingsoon
  ausverkauft nichtvorratig nichtlieferbar nichtauflager nichtverfugbar vergriffen
  epuise rupture enrupturedestock rupturedestock indisponible nondisponible
  agotado sinexistencias nodisponible
  esaurito nondisponibile esgotado indisponivel semestoque
  uitverkocht nietopvoorraad nietleverbaar nietbeschikbaar
  elfogyott nincsraktaron nincskeszleten nemkaphato nemelerheto kifutott
  vyprodano neniskladem nenidostupne nedostupne
  niedostepny niedostepna wyprzedany brak brakwmagazynie
  stocepuizat indisponibil
  tukendi stoktayok mevcutdegil stokyok
`;

/** What the two words of an answer are; `si` is Spanish and Italian, and `no` belongs to `yes` as well. */
const opposites = `
  true-false yes-no y-n on-off ja-nein ja-nee oui-non si-no sim-nao igen-nem ano-ne tak-nie da-nu evet-hayir
`;

const splitWords = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter(Boolean));

const plainYes = splitWords(yes);
const plainNo = splitWords(no);
const positive = new Set([...plainYes, ...splitWords(inStock)]);
const negative = new Set([...plainNo, ...splitWords(outOfStock)]);

/** No word of the lists is longer. */
const longestWord = 24;

const normalizeWord = (text: string): string =>
  text
    .replace(/^https?:\/\/schema\.org\//i, '')
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ł/g, 'l')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Whether a text is one of the words above: yes or no, in stock or not. */
export const isBooleanWord = (text: string): boolean => {
  if (text.length > longestWord) return false;
  const word = normalizeWord(text);
  return positive.has(word) || negative.has(word);
};

const pairs = [...splitWords(opposites)].map((pair) => pair.split('-'));

/**
 * Whether texts that all mean yes or no are meant so: `NO` alone may be Norway and `N` a grade, but `yes` beside `no` is an
 * answer. `true` and `false` have no other meaning; of words about stock both meanings must occur.
 */
export const areAnswers = (texts: Iterable<string>): boolean => {
  const words = new Set(Array.from(texts, normalizeWord));
  const hasOpposite = (word: string): boolean =>
    pairs.some((pair) => pair.includes(word) && pair.every((each) => words.has(each)));
  const isMixed =
    words.values().some((word) => positive.has(word)) && words.values().some((word) => negative.has(word));
  const isAnswer = (word: string): boolean =>
    word === 'true' ||
    word === 'false' ||
    (plainYes.has(word) || plainNo.has(word) ? hasOpposite(word) : isMixed);
  return words.values().every(isAnswer);
};

/** Parses yes or no, in or out of stock, or a number of pieces; null for anything else. */
export const parseBoolean = (value: unknown): boolean | null => {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value > 0 : null;
  if (typeof value !== 'string') return null;
  const pieces = parsePieces(value);
  if (pieces !== null) return pieces > 0;
  const word = normalizeWord(value);
  if (positive.has(word)) return true;
  return negative.has(word) ? false : null;
};

const stockCount =
  /^[<>]?\s*(-?\d+)(?:[.,]0+)?\s*(?:\+|pcs?|pieces?|stk|stück|db|ks|szt|adet|buc|units?)?\.?$/iu;

const parsePieces = (text: string): number | null => {
  const [, pieces] = stockCount.exec(text.trim()) ?? [];
  return pieces === undefined ? null : Number(pieces);
};
