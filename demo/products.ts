import { demoUrl, type DemoLanguage } from '../src/domain/demo-account.ts';
import { assortment, brands, type ProductRange, saleColours } from './assortment.ts';
import { silhouettes } from './drawing/silhouettes.ts';
import type { ColourName } from './drawing/palette.ts';
import type { DemoProduct, Kind } from './drawing/product.ts';
import { createRandom, type Random } from './random.ts';
import { wordsOf } from './words/languages.ts';
import type { Words } from './words/words.ts';

export const demoShop = { url: demoUrl, seed: 2026 } as const;

/** Number of colours of each design of a silhouette; a design in several colours is one product with variants. */
const coloursPerDesign = [3, 2, 1] as const;
/** Every 17th product is sold out. */
const soldOutEvery = 17;

/** The values that all colours of one design share. */
type Design = Pick<DemoProduct, 'brand' | 'drawing' | 'price'> & {
  readonly features: Omit<DemoProduct['features'], 'colour'>;
};

/** Products of each kind in the whole demo shop: enough for look-alikes to choose from. */
const familiesPerKind = 42;

/** About 300 products of 14 kinds: the same ones on every machine, and in every language but for their texts. */
export const demoProducts = (language: DemoLanguage = 'en'): DemoProduct[] => {
  return kinds.flatMap(([kind, range], index) =>
    createProducts(kind, range, createRandom(demoShop.seed + index), wordsOf[language]),
  );
};

/** The same ones, and so many more that every category has 42 products. */
export const wholeAssortment = (language: DemoLanguage = 'en'): DemoProduct[] => {
  const sample = Map.groupBy(demoProducts(language), ({ drawing }) => drawing.kind);
  return kinds.flatMap(([kind, range], index) => {
    const first = sample.get(kind) ?? [];
    const random = createRandom(demoShop.seed + kinds.length + index);
    return [...first, ...createMore(kind, range, first, random, wordsOf[language])];
  });
};

const kinds = Object.entries(assortment) as [Kind, ProductRange][];

const createProducts = (kind: Kind, range: ProductRange, random: Random, words: Words): DemoProduct[] => {
  const products: DemoProduct[] = [];
  for (const silhouette of silhouettes[kind].keys()) {
    const colours = random.shuffle(saleColours);
    const counts = silhouette === 0 ? [...coloursPerDesign, 1] : coloursPerDesign;
    for (const [turn, count] of counts.entries()) {
      const design = createDesign(kind, range, silhouette, turn, random);
      const variants = createVariants(design, range.code, colours.splice(0, count), products.length, words);
      products.push(...variants);
    }
  }
  return products;
};

/** In one colour each, and no two of them look the same. */
const createMore = (
  kind: Kind,
  range: ProductRange,
  first: readonly DemoProduct[],
  random: Random,
  words: Words,
): DemoProduct[] => {
  const families = new Set(first.map(({ groupId, identifier }) => groupId ?? identifier)).size;
  const taken = new Set(first.map(describeLooks));
  const more: DemoProduct[] = [];
  for (let turn = 0; more.length < familiesPerKind - families; turn++) {
    const design = createDesign(kind, range, turn % silhouettes[kind].length, turn, random);
    const colours = random.shuffle(saleColours).slice(0, 1);
    const created = createVariants(design, range.code, colours, first.length + more.length, words);
    const isNew = created.every((product) => !taken.has(describeLooks(product)));
    if (isNew) more.push(...created);
    for (const product of created) taken.add(describeLooks(product));
  }
  return more;
};

const describeLooks = ({ drawing, features: { colour, material, pattern } }: DemoProduct): string =>
  [drawing.silhouette, colour, material, pattern].join(' ');

const createDesign = (
  kind: Kind,
  range: ProductRange,
  silhouette: number,
  turn: number,
  random: Random,
): Design => ({
  brand: random.pick(brands),
  features: {
    material: range.materials[(silhouette + turn) % range.materials.length] ?? range.materials[0],
    pattern: range.patterns[(silhouette + turn) % range.patterns.length] ?? range.patterns[0],
    gender: random.pick(range.genders),
    room: random.pick(range.rooms),
  },
  price: Math.round(random.between(range.price.from, range.price.to)) - 0.05,
  drawing: {
    kind,
    silhouette,
    width: Number(random.between(0.93, 1.03).toFixed(3)),
    height: Number(random.between(0.92, 1.01).toFixed(3)),
  },
});

const createVariants = (
  design: Design,
  code: string,
  colours: readonly ColourName[],
  before: number,
  words: Words,
): DemoProduct[] => {
  const number = (index: number): string => `${code}-${101 + before + index}`;
  return colours.map((colour, index) => {
    const { brand, drawing, price } = design;
    const features = { ...design.features, colour };
    const { gender, room } = features;
    return {
      brand,
      material: words.materials[features.material],
      pattern: words.patterns[features.pattern],
      gender: gender === null ? null : words.genders[gender],
      room: room === null ? null : words.rooms[room],
      price,
      drawing,
      features,
      identifier: number(index),
      displayText: words.writeTitle({ brand, drawing, features }),
      description: words.describe({ brand, drawing, features }),
      url: `${demoShop.url}/products/${number(index).toLowerCase()}`,
      currency: 'EUR',
      imageUrl: `${number(index).toLowerCase()}.png`,
      groupId: colours.length > 1 ? `${number(0)}-group` : null,
      available: (before + index) % soldOutEvery !== soldOutEvery - 1,
      category: words.categories[drawing.kind],
      colour: words.colours[colour],
    };
  });
};
