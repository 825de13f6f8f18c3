import type { Kind } from '../drawing/product.ts';
import { pickName, type Described, type Names, type Words } from './words.ts';

const names: Names<string> = {
  trainers: ['Low Trainers', 'High-Top Trainers', 'Running Shoes'],
  boots: ['Chelsea Boots', 'Lace-Up Boots', 'Wellington Boots', 'Heeled Ankle Boots'],
  't-shirt': ['Crew-Neck T-Shirt', 'Long-Sleeved T-Shirt', 'V-Neck T-Shirt'],
  hoodie: ['Pullover Hoodie', 'Zip Hoodie', 'Crew Sweatshirt'],
  dress: ['A-Line Dress', 'Slip Dress', 'Shirt Dress'],
  handbag: ['Tote Bag', 'Satchel', 'Bucket Bag', 'Shoulder Bag'],
  backpack: ['Classic Backpack', 'Roll-Top Backpack', 'Square Backpack'],
  watch: ['Round Watch', 'Square Watch', 'Chronograph Watch'],
  hat: ['Baseball Cap', 'Bucket Hat', 'Bobble Beanie', 'Wide-Brimmed Hat'],
  mug: ['Straight Mug', 'Rounded Mug', 'Tall Mug'],
  lamp: ['Cone-Shade Table Lamp', 'Mushroom Table Lamp', 'Desk Lamp', 'Tripod Table Lamp'],
  chair: ['Dining Chair', 'Armchair', 'Bar Stool', 'Shell Chair'],
  cushion: ['Square Cushion', 'Round Cushion', 'Tasselled Cushion'],
  vase: ['Bottle Vase', 'Amphora Vase', 'Bulb Vase', 'Cylinder Vase'],
};

const patternAdjectives = {
  plain: '',
  stripes: 'striped',
  dots: 'dotted',
  checks: 'checked',
  zigzag: 'zigzag',
  floral: 'floral',
} as const;

const toTitleCase = (words: string): string => words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

const writeTitle = (product: Described): string => {
  const { colour, material, pattern } = product.features;
  const adjective = pattern === 'plain' ? '' : `${toTitleCase(patternAdjectives[pattern])} `;
  return `${product.brand} ${toTitleCase(colour)} ${adjective}${toTitleCase(material)} ${pickName(names, product)}`;
};

const describe = (product: Described): string => {
  const { colour, material, pattern, room, gender } = product.features;
  const look = pattern === 'plain' ? `plain ${colour}` : `${colour} with ${pattern}`;
  const place = room === null ? '' : ` At home in the ${room}.`;
  const wearer = gender === null || gender === 'unisex' ? '' : ` For ${gender}.`;
  return `${pickName(names, product)} by ${product.brand} in ${material}, ${look}.${place}${wearer}`;
};

/** What shoppers call them. */
const kinds: Readonly<Record<Kind, string>> = {
  trainers: 'trainers',
  boots: 'boots',
  't-shirt': 't-shirt',
  hoodie: 'hoodie',
  dress: 'dress',
  handbag: 'handbag',
  backpack: 'backpack',
  watch: 'watch',
  hat: 'hat',
  mug: 'mug',
  lamp: 'table lamp',
  chair: 'chair',
  cushion: 'cushion',
  vase: 'vase',
};

const composeSearches = (product: Described): string[] => {
  const kind = kinds[product.drawing.kind];
  const { colour, material, pattern, gender } = product.features;
  return [
    pickName(names, product).toLowerCase(),
    `${colour} ${kind}`,
    `${material} ${kind}`,
    ...(pattern === 'plain' ? [] : [`${patternAdjectives[pattern]} ${kind}`]),
    ...(gender === null || gender === 'unisex' ? [] : [`${kind} for ${gender}`]),
  ];
};

export const en: Words = {
  shop: 'Demo shop',
  partNames: {
    catalogue: 'Products',
    searches: 'Searches',
    similar: 'Product page',
    'similar-without-campaigns': 'Product page without campaigns',
    related: 'Related searches',
    'related-products': 'Products for a search',
  },
  fields: {
    category: 'Category',
    brand: 'Brand',
    colour: 'Colour',
    material: 'Material',
    pattern: 'Pattern',
    gender: 'Gender',
    room: 'Room',
    price: 'Price',
    description: 'Description',
  },
  categories: {
    trainers: 'Shoes/Trainers',
    boots: 'Shoes/Boots',
    't-shirt': 'Clothing/T-Shirts',
    hoodie: 'Clothing/Hoodies and Sweatshirts',
    dress: 'Clothing/Dresses',
    handbag: 'Bags/Handbags',
    backpack: 'Bags/Backpacks',
    watch: 'Accessories/Watches',
    hat: 'Accessories/Hats',
    mug: 'Kitchen/Mugs',
    lamp: 'Lighting/Table Lamps',
    chair: 'Furniture/Chairs',
    cushion: 'Living/Cushions',
    vase: 'Living/Vases',
  },
  colours: {
    red: 'red',
    terracotta: 'terracotta',
    mustard: 'mustard',
    olive: 'olive',
    green: 'green',
    teal: 'teal',
    'sky blue': 'sky blue',
    navy: 'navy',
    lilac: 'lilac',
    pink: 'pink',
    brown: 'brown',
    sand: 'sand',
    charcoal: 'charcoal',
    black: 'black',
    white: 'white',
  },
  materials: {
    leather: 'leather',
    suede: 'suede',
    canvas: 'canvas',
    cotton: 'cotton',
    linen: 'linen',
    knit: 'knit',
    denim: 'denim',
    velvet: 'velvet',
    ceramic: 'ceramic',
    metal: 'metal',
    wood: 'wood',
    glass: 'glass',
  },
  patterns: {
    plain: 'plain',
    stripes: 'stripes',
    dots: 'dots',
    checks: 'checks',
    zigzag: 'zigzag',
    floral: 'floral',
  },
  genders: { women: 'women', men: 'men', unisex: 'unisex' },
  rooms: {
    kitchen: 'kitchen',
    office: 'office',
    bedroom: 'bedroom',
    'living room': 'living room',
    'dining room': 'dining room',
  },
  synonyms: [
    ['trainers', 'sneakers'],
    ['handbag', 'bag', 'purse'],
    ['backpack', 'rucksack'],
    ['hoodie', 'hooded sweatshirt'],
    ['cushion', 'pillow'],
    ['mug', 'cup'],
  ],
  frequentSearches: [
    'trainers',
    'dress',
    'backpack',
    't-shirt',
    'boots',
    'hoodie',
    'watch',
    'handbag',
    'lamp',
    'armchair',
    'mug',
    'cushion',
    'hat',
    'vase',
    'running shoes',
    'chelsea boots',
    'tote bag',
    'desk lamp',
    'beanie',
    'shirt dress',
  ],
  missing: ['umbrella', 'wallet', 'scarf', 'curtains'],
  campaigns: {
    names: {
      banner: 'Warm light week',
      pin: 'Backpack of the month',
      ads: 'Flowers for the kitchen',
      question: 'Chairs by room',
      boost: 'Linen first',
      hide: 'No glass by post',
      redirect: 'No longer made',
      experiment: 'Leather bags first',
    },
    banner: 'Warm light week: free bulbs with every lamp.',
    question: 'Which room is it for?',
  },
  examples: { search: 'trainers', pattern: 'mug', next: 'table lamp' },
  writeTitle,
  describe,
  composeSearches,
};
