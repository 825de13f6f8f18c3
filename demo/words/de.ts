import type { ColourName } from '../drawing/palette.ts';
import type { Pattern, Room } from '../drawing/product.ts';
import { decline, kinds, names } from './de-names.ts';
import { capitalize, joinWords, pickName, type Described, type Words } from './words.ts';

/** Some names of colours take no ending, so that their adjectives are others: `rosafarbenes T-Shirt`. */
const colourAdjectives: Readonly<Record<ColourName, string>> = {
  red: 'rot',
  terracotta: 'terrakottafarben',
  mustard: 'senfgelb',
  olive: 'olivgrün',
  green: 'grün',
  teal: 'petrolfarben',
  'sky blue': 'himmelblau',
  navy: 'marineblau',
  lilac: 'fliederfarben',
  pink: 'rosafarben',
  brown: 'braun',
  sand: 'sandfarben',
  charcoal: 'anthrazitfarben',
  black: 'schwarz',
  white: 'weiß',
};

const patterns: Readonly<Record<Pattern, string>> = {
  plain: 'einfarbig',
  stripes: 'gestreift',
  dots: 'gepunktet',
  checks: 'kariert',
  zigzag: 'zickzackgemustert',
  floral: 'geblümt',
};

const materials = {
  leather: 'Leder',
  suede: 'Wildleder',
  canvas: 'Segeltuch',
  cotton: 'Baumwolle',
  linen: 'Leinen',
  knit: 'Strick',
  denim: 'Jeansstoff',
  velvet: 'Samt',
  ceramic: 'Keramik',
  metal: 'Metall',
  wood: 'Holz',
  glass: 'Glas',
} as const;

const genders = { women: 'Damen', men: 'Herren', unisex: 'Unisex' } as const;

const rooms = {
  kitchen: 'Küche',
  office: 'Büro',
  bedroom: 'Schlafzimmer',
  'living room': 'Wohnzimmer',
  'dining room': 'Esszimmer',
} as const;

const places: Readonly<Record<Room, string>> = {
  kitchen: 'in die Küche',
  office: 'ins Büro',
  bedroom: 'ins Schlafzimmer',
  'living room': 'ins Wohnzimmer',
  'dining room': 'ins Esszimmer',
};

/** A plain product is called by its colour alone. */
const patternAdjective = (pattern: Pattern): string => (pattern === 'plain' ? '' : patterns[pattern]);

const writeTitle = (product: Described): string => {
  const { colour, material, pattern } = product.features;
  const name = pickName(names, product);
  const adjectives = [colourAdjectives[colour], patternAdjective(pattern)].map((each) => decline(each, name));
  return `${product.brand} ${capitalize(joinWords(...adjectives, name.noun))} aus ${materials[material]}`;
};

const describe = (product: Described): string => {
  const { colour, material, pattern, gender, room } = product.features;
  const look =
    pattern === 'plain'
      ? `einfarbig ${colourAdjectives[colour]}`
      : `${colourAdjectives[colour]} ${patterns[pattern]}`;
  const place = room === null ? '' : ` Passt ${places[room]}.`;
  const wearer = gender === null || gender === 'unisex' ? '' : ` Für ${genders[gender]}.`;
  const { noun } = pickName(names, product);
  return `${capitalize(noun)} von ${product.brand} aus ${materials[material]}, ${look}.${place}${wearer}`;
};

const composeSearches = (product: Described): string[] => {
  const { colour, material, pattern, gender } = product.features;
  const name = pickName(names, product);
  const kind = kinds[product.drawing.kind];
  const ofKind = [
    `${decline(colourAdjectives[colour], kind)} ${kind.noun}`,
    `${kind.noun} aus ${materials[material]}`,
    ...(pattern === 'plain' ? [] : [`${decline(patterns[pattern], kind)} ${kind.noun}`]),
    ...(gender === null || gender === 'unisex' ? [] : [`${kind.noun} für ${genders[gender]}`]),
  ];
  return [name.noun, ...(name.gender === kind.gender ? ofKind : [])].map(capitalize);
};

export const de: Words = {
  shop: 'Demo-Shop',
  partNames: {
    catalogue: 'Sortiment',
    searches: 'Suchanfragen',
    similar: 'Produktseite',
    'similar-without-campaigns': 'Produktseite ohne Kampagnen',
    related: 'Verwandte Suchen',
    'related-products': 'Produkte zur Suche',
  },
  fields: {
    category: 'Kategorie',
    brand: 'Marke',
    colour: 'Farbe',
    material: 'Material',
    pattern: 'Muster',
    gender: 'Geschlecht',
    room: 'Raum',
    price: 'Preis',
    description: 'Beschreibung',
  },
  categories: {
    trainers: 'Schuhe/Turnschuhe',
    boots: 'Schuhe/Stiefel',
    't-shirt': 'Bekleidung/T-Shirts',
    hoodie: 'Bekleidung/Kapuzenpullover und Sweatshirts',
    dress: 'Bekleidung/Kleider',
    handbag: 'Taschen/Handtaschen',
    backpack: 'Taschen/Rucksäcke',
    watch: 'Accessoires/Armbanduhren',
    hat: 'Accessoires/Mützen und Hüte',
    mug: 'Küche/Tassen',
    lamp: 'Beleuchtung/Tischlampen',
    chair: 'Möbel/Stühle',
    cushion: 'Wohnen/Kissen',
    vase: 'Wohnen/Vasen',
  },
  colours: {
    ...colourAdjectives,
    terracotta: 'terrakotta',
    teal: 'petrol',
    lilac: 'flieder',
    pink: 'rosa',
    sand: 'sandfarben',
    charcoal: 'anthrazit',
  },
  materials,
  patterns,
  genders,
  rooms,
  synonyms: [
    ['Turnschuhe', 'Sneaker'],
    ['Handtasche', 'Tasche'],
    ['Rucksack', 'Ranzen'],
    ['Kapuzenpullover', 'Hoodie'],
    ['Kissen', 'Polster'],
    ['Tasse', 'Becher'],
  ],
  frequentSearches: [
    'Turnschuhe',
    'Kleid',
    'Rucksack',
    'T-Shirt',
    'Stiefel',
    'Kapuzenpullover',
    'Armbanduhr',
    'Handtasche',
    'Tischlampe',
    'Sessel',
    'Tasse',
    'Kissen',
    'Mütze',
    'Vase',
    'Laufschuhe',
    'Chelsea-Stiefel',
    'Tragetasche',
    'Schreibtischlampe',
    'Bommelmütze',
    'Hemdblusenkleid',
  ],
  missing: ['Regenschirm', 'Geldbörse', 'Schal', 'Vorhang'],
  campaigns: {
    names: {
      banner: 'Woche des warmen Lichts',
      pin: 'Rucksack des Monats',
      ads: 'Blumen für die Küche',
      question: 'Stühle nach Raum',
      boost: 'Leinen zuerst',
      hide: 'Kein Glas per Post',
      redirect: 'Nicht mehr hergestellt',
      experiment: 'Ledertaschen zuerst',
    },
    banner: 'Woche des warmen Lichts: Zu jeder Lampe gibt es die Birne gratis.',
    question: 'Für welchen Raum ist es?',
  },
  examples: { search: 'Turnschuhe', pattern: 'Tasse', next: 'Tischlampe' },
  writeTitle,
  describe,
  composeSearches,
};
