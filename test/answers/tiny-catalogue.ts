import type { Field, FieldType } from '../../src/domain/dataset.ts';
import type { FieldValue } from '../../src/domain/product.ts';
import type { DraftProduct } from '../../src/engine/engine.ts';

const field = (name: string, type: FieldType, order: number, displayName: string): Field => ({
  name,
  displayName,
  from: name,
  type,
  facetable: true,
  sortable: type === 'number',
  searchable: type !== 'number',
  order,
});

export const tinyFields: readonly Field[] = [
  field('category', 'path', 0, 'Category'),
  field('brand', 'text', 1, 'Brand'),
  field('colour', 'text', 2, 'Colour'),
  field('size', 'list', 3, 'Size'),
  field('price', 'number', 4, 'Price'),
  field('sale', 'boolean', 5, 'On sale'),
];

/** How much a product looks like the dress, in eighths, and whether it has its colour. */
type Likeness = { readonly eighths: number; readonly sameColour: boolean };

const createProduct = (
  identifier: string,
  displayText: string,
  likeness: Likeness,
  fields: Record<string, FieldValue>,
  more: Partial<DraftProduct['product']> = {},
): DraftProduct => ({
  product: {
    identifier,
    displayText,
    url: `https://shop.example/${identifier}`,
    price: typeof fields['price'] === 'number' ? fields['price'] : null,
    currency: 'EUR',
    images: [`https://shop.example/${identifier}.jpg`],
    groupId: null,
    available: true,
    fields,
    ...more,
  },
  picture: createPicture(likeness),
});

const createPicture = ({ eighths, sameColour }: Likeness): NonNullable<DraftProduct['picture']> => {
  const cosine = eighths / 8;
  return {
    hash: `${eighths}${sameColour ? 1 : 0}`.padStart(64, '0'),
    looks: Float32Array.from([cosine, Math.sqrt(1 - cosine * cosine)]),
    colour: Float32Array.from(sameColour ? [1, 0] : [0, 1]),
  };
};

const createLikeness = (eighths: number, sameColour: boolean): Likeness => ({ eighths, sameColour });

/**
 * One dress to ask about, and nine rows that are more or less like it. `shirt-s` and `shirt-m` are one shirt;
 * `gown` is sold out.
 */
export const tinyCatalogue: readonly DraftProduct[] = [
  createProduct('dress', 'Red summer dress', createLikeness(8, true), {
    category: 'Women/Dresses',
    brand: 'Acme',
    colour: 'Red',
    size: ['S', 'M'],
    price: 40,
    sale: false,
  }),
  createProduct('frock', 'Red frock', createLikeness(7, true), {
    category: 'Women/Dresses',
    brand: 'Acme',
    colour: 'Red',
    size: ['M'],
    price: 35,
    sale: true,
  }),
  createProduct('tunic', 'Blue tunic', createLikeness(7, false), {
    category: 'Women/Tops',
    brand: 'Borealis',
    colour: 'Blue',
    size: ['S', 'M', 'L'],
    price: 25,
    sale: false,
  }),
  createProduct(
    'shirt-s',
    'Red shirt, S',
    createLikeness(5, true),
    { category: 'Women/Tops/Shirts', brand: 'Acme', colour: 'Red', size: ['S'], price: 15, sale: false },
    { groupId: 'shirt' },
  ),
  createProduct(
    'shirt-m',
    'Blue shirt, M',
    createLikeness(6, false),
    { category: 'Women/Tops/Shirts', brand: 'Acme', colour: 'Blue', size: ['M'], price: 18, sale: false },
    { groupId: 'shirt' },
  ),
  createProduct('skirt', 'Green skirt', createLikeness(4, false), {
    category: 'Women/Skirts',
    brand: 'Borealis',
    colour: 'Green',
    size: ['L'],
    price: 30,
    sale: true,
  }),
  createProduct('coat', 'Red coat', createLikeness(3, true), {
    category: 'Men/Coats',
    brand: 'Acme',
    colour: 'Red',
    size: ['L'],
    price: 90,
    sale: false,
  }),
  createProduct('scarf', 'Green scarf', createLikeness(2, false), {
    category: 'Accessories',
    brand: 'Cirrus',
    colour: 'Green',
    price: 12,
    sale: true,
  }),
  createProduct('belt', 'Brown belt', createLikeness(1, false), {
    category: 'Accessories',
    brand: 'Cirrus',
    colour: 'Brown',
    price: 20,
  }),
  createProduct(
    'gown',
    'Red gown',
    createLikeness(7, true),
    { category: 'Women/Dresses', brand: 'Acme', colour: 'Red', price: 120 },
    { available: false },
  ),
];
