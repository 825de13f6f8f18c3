import type { FieldType } from '../../domain/dataset.ts';

const splitWords = (list: string): readonly string[] => list.split(/\s+/).filter(Boolean);

/**
 * Roles: fields that every product has under the same name, and what feeds call them. The first spelling that
 * a feed has is used, so English and the names of well-known formats come before other languages (de fr es it
 * nl hu cs pl ro tr). Compared without case, accents, separators and Google's `g:`.
 */
export const spellings = {
  identifier: splitWords(`
    identifier id productid sku itemid code articlenumber productcode
    artikelnummer artikelnr produktid produktnummer referenceproduit identifiant idproduit codigoproducto
    codiceprodotto artikelcode azonosito termekazonosito cikkszam kodproduktu idproduktu codprodus urunkodu stokkodu
  `),
  displayText: splitWords(`
    displaytext name title productname displayname
    produktname bezeichnung artikelbezeichnung produkttitel titel nomproduit nom titre nombreproducto nombre titulo
    nomeprodotto nome titolo productnaam naam nev termeknev megnevezes nazevproduktu nazev nazwaproduktu nazwa
    numeprodus denumire nume urunadi
  `),
  url: splitWords(`
    url link producturl pageurl weburl href deeplink
    produkturl produktlink urlproduit lienproduit lien urlproducto enlace urlprodotto termekurl termeklink
    urlproduktu odkaz linkprodus urunlinki urunurl
  `),
  price: splitWords(`
    price currentprice unitprice pricevalue price.value price.amount pricevat
    preis bruttopreis verkaufspreis prix prixttc precio prezzo prijs ar bruttoar eladasiar cenasdph cena cenabrutto
    pret fiyat satisfiyati
  `),
  oldPrice: splitWords(`
    oldprice listprice regularprice wasprice originalprice compareatprice strikeprice pricebefore rrp msrp
    streichpreis alterpreis uvp ancienprix prixbarre precioanterior prezzoprecedente vanprijs
    regiar eredetiar listaar puvodnicena staracena pretvechi eskifiyat listefiyati
  `),
  currency: splitWords(`
    currency currencycode pricecurrency price.currency
    waehrung wahrung devise moneda valuta penznem mena waluta parabirimi
  `),
  imageUrl: splitWords(`
    imageurl imagelink image image.url image.src picture pictureurl img imgurl images images[].url images[].src
    pictures mainimage baseimage thumbnail
    bildurl bildlink bild produktbild urlimage imageproduit imagen urlimagen immagine afbeelding
    kepurl keplink kep termekkep obrazekurl obrazek zdjecie imagine resim resimurl
  `),
  category: splitWords(`
    category categorypath categories categories[].name categorytext producttype googleproductcategory
    kategorie kategoriepfad warengruppe categorie categoria kategoria kategoriak kategori
  `),
  brand: splitWords(`
    brand brand.name brandname manufacturer vendor make
    marke hersteller marque fabricant marca fabricante produttore merk marka gyarto znacka vyrobce producent
    producator uretici
  `),
  available: splitWords(`
    available availability isavailable instock stock quantity qty stockquantity
    verfugbarkeit verfuegbarkeit verfugbar lagerbestand bestand disponibilite disponibilidad disponibilita
    beschikbaarheid voorraad elerhetoseg keszlet raktarkeszlet raktaron dostupnost skladem dostepnosc
    stanmagazynowy disponibilitate stoc stok stokadedi
  `),
  groupId: splitWords(`
    groupid itemgroupid parentid parentsku masterid modelgroup csoportazonosito
  `),
} as const;

export type Role = keyof typeof spellings;

export const roles = Object.keys(spellings) as Role[];

export const requiredRoles = ['identifier', 'displayText', 'url', 'price'] as const satisfies readonly Role[];

export const roleTypes: Readonly<Record<Role, FieldType>> = {
  identifier: 'text',
  displayText: 'text',
  url: 'text',
  price: 'number',
  oldPrice: 'number',
  currency: 'text',
  imageUrl: 'text',
  category: 'path',
  brand: 'text',
  available: 'boolean',
  groupId: 'text',
};

/**
 * Names of the same attribute in different feeds. A field requested by one of these names is read from a
 * column that has another of them.
 */
const attributeSynonyms: readonly (readonly string[])[] = [
  'colour color farbe couleur kleur colore barva kolor szin renk culoare',
  'size groesse grosse taille maat taglia talla velikost rozmiar meret beden',
  'gender sex geschlecht sexe genre geslacht genere genero pohlavi plec cinsiyet',
  'material materiau materiaal materiale anyag malzeme',
].map((names) => names.split(' '));

/** Attributes that are always facets, by any of their names. */
const shopperAttributes = new Set([...attributeSynonyms.flat(), 'pattern', 'style', 'season', 'room']);

/** Columns of a sale price and its period. They are merged into the price and are no fields of their own. */
const saleSpellings = {
  price: ['saleprice', 'specialprice', 'discountprice', 'discountedprice', 'offerprice', 'promoprice'],
  /** Start and end in one column: `2026-11-01/2026-11-30`. */
  period: ['salepriceeffectivedate'],
  from: ['specialpricefromdate', 'specialfromdate', 'salepricestartdate', 'salepricefrom', 'salestartdate'],
  to: ['specialpricetodate', 'specialtodate', 'salepriceenddate', 'salepriceto', 'saleenddate'],
} as const;

/** Texts that are searchable but too long for a facet. */
const descriptions = new Set(['description', 'shortdescription', 'summary', 'keywords']);

/** One spelling of a name: without case, accents, separators and Google's `g:`. */
export const normalizeName = (path: string): string =>
  path
    .replace(/^g:/, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replace(/ł/gi, 'l')
    .normalize('NFKD')
    .replace(/[_\-\s\p{M}]/gu, '')
    .toLowerCase();

export const isShopperAttribute = (path: string): boolean => shopperAttributes.has(normalizeName(path));
export const isDescriptionColumn = (path: string): boolean => descriptions.has(normalizeName(path));

/** Column names that suggest 0 = no and 1 = yes: `is_new`, `isNew`, `in_stock`. `issue` and `candles` do not. */
const booleanNames =
  /^(is|has|can|was|with|allow|enable|show)([_\- ]|$)|(^|[_\- ])(is|has)[_\- ]|(active|enabled|available|instock|in_stock|visible|online|featured|sale|new|vegan|organic|waterproof|refurbished|bundle|adult)$/i;
const camelCaseBooleanNames =
  /^(is|has|can|was|with|allow|enable|show|Is|Has|Can|Was|With|Allow|Enable|Show)(?=[A-Z])/;

export const hasBooleanName = (path: string): boolean => {
  const name = path.replace(/^g:/, '');
  return booleanNames.test(name) || camelCaseBooleanNames.test(name);
};

/** Columns whose numbers are codes, not quantities. */
export const isCodeColumn = (path: string): boolean =>
  /(^|_|[a-z])(id|ids|ean|gtin|upc|isbn|mpn|sku|code|barcode)s?$/i.test(path);

/** What English feeds call the roles: the first spellings of each. */
export const usualNames: readonly string[] = roles.flatMap((role) => spellings[role].slice(0, 8));

/** The role that feeds mean by a name; null when it is none of the known spellings. */
export const findRoleByName = (name: string): Role | null => {
  const wanted = normalizeName(name);
  return roles.find((role) => spellings[role].includes(wanted)) ?? null;
};

export const isRole = (name: string): name is Role => Object.hasOwn(spellings, name);

const findColumnBySpelling = (known: readonly string[], paths: readonly string[]): string | null => {
  const byNormalizedName = new Map([...paths].reverse().map((path) => [normalizeName(path), path]));
  return byNormalizedName.get(known.find((spelling) => byNormalizedName.has(spelling)) ?? '') ?? null;
};

/** The column for a role, by its best-known spelling; null when the feed has none. */
export const findColumnByRole = (role: Role, paths: readonly string[]): string | null =>
  findColumnBySpelling(spellings[role], paths);

export const findSaleColumns = (paths: readonly string[]) => ({
  price: findColumnBySpelling(saleSpellings.price, paths),
  period: findColumnBySpelling(saleSpellings.period, paths),
  from: findColumnBySpelling(saleSpellings.from, paths),
  to: findColumnBySpelling(saleSpellings.to, paths),
});

/** A part of a sale, which a feed merges into the price. */
export const isSaleColumn = (name: string): boolean =>
  Object.values(saleSpellings).some((known: readonly string[]) => known.includes(normalizeName(name)));

/**
 * The column that an operator means by a name: exactly that one, one that differs in case and separators, or
 * a synonym of the attribute.
 */
export const findColumnByName = (name: string, paths: readonly string[]): string | null => {
  const wanted = normalizeName(name);
  const others = attributeSynonyms.find((known) => known.includes(wanted)) ?? [];
  return (
    paths.find((path) => path === name) ??
    paths.find((path) => normalizeName(path) === wanted) ??
    findColumnBySpelling(others, paths)
  );
};
