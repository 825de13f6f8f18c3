import type { ColourName } from './drawing/palette.ts';
import type { Gender, Kind, Material, Pattern, Room } from './drawing/product.ts';

/** The products of one kind that the demo shop sells. */
export type ProductRange = {
  readonly code: string;
  readonly materials: readonly [Material, ...Material[]];
  readonly patterns: readonly [Pattern, ...Pattern[]];
  /** Euros. */
  readonly price: { readonly from: number; readonly to: number };
  readonly genders: readonly [Gender | null, ...(Gender | null)[]];
  readonly rooms: readonly [Room | null, ...(Room | null)[]];
};

/** Invented names; any likeness to a real brand is unintended. */
export const brands = [
  'Alderwyn',
  'Brinmoor',
  'Corvane',
  'Dovemere',
  'Elmarra',
  'Fennarby',
  'Garrowell',
  'Hollinmead',
  'Ivenna',
  'Jorvale',
] as const;

export const saleColours: readonly ColourName[] = [
  'red',
  'terracotta',
  'mustard',
  'olive',
  'green',
  'teal',
  'sky blue',
  'navy',
  'lilac',
  'pink',
  'brown',
  'sand',
  'charcoal',
  'black',
  'white',
];

const forEverybody = { genders: ['women', 'men', 'unisex'], rooms: [null] } as const;
const forRooms = (...rooms: [Room, ...Room[]]) => ({ genders: [null], rooms }) as const;

export const assortment: Readonly<Record<Kind, ProductRange>> = {
  trainers: {
    code: 'TR',
    materials: ['canvas', 'leather', 'suede'],
    patterns: ['plain', 'plain', 'checks', 'dots'],
    price: { from: 49, to: 129 },
    ...forEverybody,
  },
  boots: {
    code: 'BO',
    materials: ['leather', 'suede'],
    patterns: ['plain', 'plain', 'plain', 'dots'],
    price: { from: 69, to: 219 },
    ...forEverybody,
  },
  't-shirt': {
    code: 'TS',
    materials: ['cotton', 'linen'],
    patterns: ['plain', 'stripes', 'dots', 'zigzag'],
    price: { from: 15, to: 45 },
    ...forEverybody,
  },
  hoodie: {
    code: 'HO',
    materials: ['cotton', 'knit'],
    patterns: ['plain', 'plain', 'stripes', 'checks'],
    price: { from: 39, to: 95 },
    ...forEverybody,
  },
  dress: {
    code: 'DR',
    materials: ['cotton', 'linen', 'denim'],
    patterns: ['floral', 'plain', 'dots', 'stripes'],
    price: { from: 45, to: 149 },
    genders: ['women'],
    rooms: [null],
  },
  handbag: {
    code: 'HB',
    materials: ['leather', 'canvas', 'suede'],
    patterns: ['plain', 'plain', 'checks', 'zigzag'],
    price: { from: 39, to: 249 },
    genders: ['women', 'unisex'],
    rooms: [null],
  },
  backpack: {
    code: 'BP',
    materials: ['canvas', 'leather', 'denim'],
    patterns: ['plain', 'plain', 'dots', 'zigzag'],
    price: { from: 45, to: 159 },
    genders: ['unisex'],
    rooms: [null],
  },
  watch: {
    code: 'WA',
    materials: ['leather', 'metal', 'suede'],
    patterns: ['plain', 'plain', 'plain', 'stripes'],
    price: { from: 59, to: 349 },
    ...forEverybody,
  },
  hat: {
    code: 'HA',
    materials: ['cotton', 'canvas', 'knit'],
    patterns: ['plain', 'stripes', 'checks', 'plain'],
    price: { from: 15, to: 69 },
    ...forEverybody,
  },
  mug: {
    code: 'MU',
    materials: ['ceramic', 'metal'],
    patterns: ['plain', 'stripes', 'dots', 'floral', 'checks'],
    price: { from: 8, to: 29 },
    ...forRooms('kitchen', 'office'),
  },
  lamp: {
    code: 'LA',
    materials: ['linen', 'metal', 'glass'],
    patterns: ['plain', 'plain', 'zigzag', 'stripes'],
    price: { from: 35, to: 189 },
    ...forRooms('living room', 'bedroom', 'office'),
  },
  chair: {
    code: 'CH',
    materials: ['velvet', 'leather', 'linen'],
    patterns: ['plain', 'plain', 'checks', 'stripes'],
    price: { from: 79, to: 599 },
    ...forRooms('dining room', 'living room', 'kitchen'),
  },
  cushion: {
    code: 'CU',
    materials: ['linen', 'velvet', 'knit'],
    patterns: ['stripes', 'plain', 'floral', 'zigzag', 'checks'],
    price: { from: 15, to: 59 },
    ...forRooms('living room', 'bedroom'),
  },
  vase: {
    code: 'VA',
    materials: ['ceramic', 'glass'],
    patterns: ['plain', 'plain', 'stripes', 'floral'],
    price: { from: 19, to: 119 },
    ...forRooms('living room', 'dining room'),
  },
};
