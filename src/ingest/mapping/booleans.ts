/*
 * Words of feeds that mean yes or no, in the languages shops write in. Compared without case, accents,
 * spaces and signs, so one spelling stands for all of them.
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

/**
 * What a text says when it is one of the words above: `yes` and `no`, or that it is in stock or not; null for any
 * other. `plain` tells words that mean nothing else from those that may just be a text (`available`).
 */
export const parseBooleanWord = (
  text: string,
): { readonly isTrue: boolean; readonly plain: boolean } | null => {
  if (text.length > longestWord) return null;
  const word = normalizeWord(text);
  if (positive.has(word)) return { isTrue: true, plain: plainYes.has(word) };
  return negative.has(word) ? { isTrue: false, plain: plainNo.has(word) } : null;
};

/** Yes or no, in or out of stock, or a number of pieces; null for what says neither. */
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
