import { assortment, brands, type ProductRange, saleColours } from './assortment.ts';
import { silhouettes } from './drawing/silhouettes.ts';
import type { ColourName } from './drawing/palette.ts';
import type { DemoProduct, Kind, Pattern } from './drawing/product.ts';
import { createRandom, type Random } from './random.ts';

export const demoShop = { url: 'https://demo.example', seed: 2026 } as const;

/** Number of colours of each design of a silhouette; a design in several colours is one product with variants. */
const coloursPerDesign = [3, 2, 1] as const;
/** Every 17th product is sold out. */
const soldOutEvery = 17;

/** The values that all colours of one design share. */
type Design = Pick<
  DemoProduct,
  'brand' | 'material' | 'pattern' | 'gender' | 'room' | 'drawing' | 'price'
> & {
  readonly name: string;
};

const patternAdjectives: Record<Pattern, string> = {
  plain: '',
  stripes: 'Striped ',
  dots: 'Dotted ',
  checks: 'Checked ',
  zigzag: 'Zigzag ',
  floral: 'Floral ',
};

/** About 300 products of 14 kinds: the same ones on every machine. */
export const demoProducts = (): DemoProduct[] => {
  const kinds = Object.entries(assortment) as [Kind, ProductRange][];
  return kinds.flatMap(([kind, range], index) =>
    createProducts(kind, range, createRandom(demoShop.seed + index)),
  );
};

const createProducts = (kind: Kind, range: ProductRange, random: Random): DemoProduct[] => {
  const products: DemoProduct[] = [];
  for (const silhouette of silhouettes[kind].keys()) {
    const colours = random.shuffle(saleColours);
    const counts = silhouette === 0 ? [...coloursPerDesign, 1] : coloursPerDesign;
    for (const [turn, count] of counts.entries()) {
      const design = createDesign(kind, range, silhouette, turn, random);
      products.push(...createVariants(design, range, colours.splice(0, count), products.length));
    }
  }
  return products;
};

const createDesign = (
  kind: Kind,
  range: ProductRange,
  silhouette: number,
  turn: number,
  random: Random,
): Design => ({
  name: range.names[silhouette] ?? kind,
  brand: random.pick(brands),
  material: range.materials[(silhouette + turn) % range.materials.length] ?? range.materials[0],
  pattern: range.patterns[(silhouette + turn) % range.patterns.length] ?? range.patterns[0],
  gender: random.pick(range.genders),
  room: random.pick(range.rooms),
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
  range: ProductRange,
  colours: readonly ColourName[],
  before: number,
): DemoProduct[] => {
  const { name, ...shared } = design;
  const number = (index: number): string => `${range.code}-${101 + before + index}`;
  return colours.map((colour, index) => ({
    ...shared,
    identifier: number(index),
    displayText: `${design.brand} ${toTitleCase(colour)} ${patternAdjectives[design.pattern]}${toTitleCase(design.material)} ${name}`,
    description: describeDesign(design, colour),
    url: `${demoShop.url}/products/${number(index).toLowerCase()}`,
    currency: 'EUR',
    imageUrl: `${number(index).toLowerCase()}.png`,
    groupId: colours.length > 1 ? `${number(0)}-group` : null,
    available: (before + index) % soldOutEvery !== soldOutEvery - 1,
    category: range.category,
    colour,
  }));
};

const describeDesign = (
  { name, brand, material, pattern, gender, room }: Design,
  colour: ColourName,
): string => {
  const look = pattern === 'plain' ? `plain ${colour}` : `${colour} with ${pattern}`;
  const place = room === null ? '' : ` At home in the ${room}.`;
  const wearer = gender === null || gender === 'unisex' ? '' : ` For ${gender}.`;
  return `${name} by ${brand} in ${material}, ${look}.${place}${wearer}`;
};

const toTitleCase = (words: string): string => words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
