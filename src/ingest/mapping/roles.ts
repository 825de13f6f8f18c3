/**
 * Fields that every product has under one name, whatever the feed calls them. Best-known spelling first;
 * compared without case, separators and Google's `g:`.
 */
const spellings = {
  identifier: ['identifier', 'id', 'productid', 'sku', 'itemid', 'code', 'articlenumber', 'productcode'],
  displayText: ['displaytext', 'name', 'title', 'productname', 'displayname'],
  url: ['url', 'link', 'producturl', 'pageurl', 'weburl', 'href'],
  price: ['price', 'currentprice', 'unitprice', 'pricevalue', 'price.value', 'price.amount'],
  currency: ['currency', 'currencycode', 'pricecurrency', 'price.currency'],
  imageUrl: [
    'imageurl',
    'imagelink',
    'image',
    'image.url',
    'image.src',
    'picture',
    'pictureurl',
    'img',
    'images',
    'images[].url',
    'images[].src',
    'pictures',
    'mainimage',
    'baseimage',
    'thumbnail',
  ],
  category: [
    'category',
    'categorypath',
    'categories',
    'categories[].name',
    'producttype',
    'googleproductcategory',
  ],
  brand: ['brand', 'brand.name', 'brandname', 'manufacturer', 'vendor', 'make'],
  available: [
    'available',
    'availability',
    'isavailable',
    'instock',
    'stock',
    'quantity',
    'qty',
    'stockquantity',
  ],
  groupId: ['groupid', 'itemgroupid', 'parentid', 'parentsku', 'masterid', 'modelgroup'],
} as const;

export type Role = keyof typeof spellings;

export const roles = Object.keys(spellings) as Role[];

export const requiredRoles = ['identifier', 'displayText', 'url', 'price'] as const satisfies readonly Role[];

/** Attributes a shopper always wants to narrow by, under the name the feed gives them. */
const shopperAttributes = new Set([
  'color',
  'colour',
  'size',
  'gender',
  'material',
  'pattern',
  'style',
  'season',
  'room',
]);

/** Words of the product that are too long for a facet. */
const descriptions = new Set(['description', 'shortdescription', 'summary', 'keywords']);

const bare = (path: string): string =>
  path
    .replace(/^g:/, '')
    .replace(/[_\-\s]/g, '')
    .toLowerCase();

export const isShopperAttribute = (path: string): boolean => shopperAttributes.has(bare(path));
export const isDescription = (path: string): boolean => descriptions.has(bare(path));

/** Numbers that name something instead of measuring it. */
export const isCode = (path: string): boolean =>
  /(^|_|[a-z])(id|ids|ean|gtin|upc|isbn|mpn|sku|code|barcode)s?$/i.test(path);

export const isRole = (name: string): name is Role => Object.hasOwn(spellings, name);

/** The column that plays a role, by its best-known spelling; null when the feed has none. */
export const columnFor = (role: Role, paths: readonly string[]): string | null => {
  const byBare = new Map([...paths].reverse().map((path) => [bare(path), path]));
  for (const spelling of spellings[role]) {
    const path = byBare.get(spelling);
    if (path !== undefined) return path;
  }
  return null;
};

/** The column an operator means by a name: exactly that one, or one that differs in case and separators. */
export const columnNamed = (name: string, paths: readonly string[]): string | null =>
  paths.find((path) => path === name) ?? paths.find((path) => bare(path) === bare(name)) ?? null;
