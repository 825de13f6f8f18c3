import type { Pattern, Room } from '../drawing/product.ts';
import { capitalize, joinWords, pickName, type Described, type Names, type Words } from './words.ts';

/** The material stands between the two: `kereknyakú pamut póló`. */
type Name = readonly [attribute: string, noun: string];

const names: Names<Name> = {
  trainers: [
    ['alacsony szárú', 'sportcipő'],
    ['magas szárú', 'sportcipő'],
    ['', 'futócipő'],
  ],
  boots: [
    ['', 'Chelsea csizma'],
    ['fűzős', 'bakancs'],
    ['', 'gumicsizma'],
    ['magas sarkú', 'bokacsizma'],
  ],
  't-shirt': [
    ['kereknyakú', 'póló'],
    ['hosszú ujjú', 'póló'],
    ['V-nyakú', 'póló'],
  ],
  hoodie: [
    ['kapucnis', 'pulóver'],
    ['cipzáras kapucnis', 'pulóver'],
    ['kereknyakú', 'pulóver'],
  ],
  dress: [
    ['A-vonalú', 'ruha'],
    ['pántos', 'ruha'],
    ['', 'ingruha'],
  ],
  handbag: [
    ['', 'bevásárlótáska'],
    ['', 'kézitáska'],
    ['', 'vödörtáska'],
    ['', 'válltáska'],
  ],
  backpack: [
    ['klasszikus', 'hátizsák'],
    ['feltekerhető', 'hátizsák'],
    ['szögletes', 'hátizsák'],
  ],
  watch: [
    ['kerek', 'karóra'],
    ['szögletes', 'karóra'],
    ['stopperes', 'karóra'],
  ],
  hat: [
    ['', 'baseballsapka'],
    ['', 'halászsapka'],
    ['bojtos', 'sapka'],
    ['széles karimájú', 'kalap'],
  ],
  mug: [
    ['egyenes', 'bögre'],
    ['gömbölyű', 'bögre'],
    ['magas', 'bögre'],
  ],
  lamp: [
    ['kúpernyős', 'asztali lámpa'],
    ['gomba alakú', 'asztali lámpa'],
    ['', 'íróasztali lámpa'],
    ['háromlábú', 'asztali lámpa'],
  ],
  chair: [
    ['', 'étkezőszék'],
    ['', 'fotel'],
    ['', 'bárszék'],
    ['', 'kagylószék'],
  ],
  cushion: [
    ['szögletes', 'párna'],
    ['kerek', 'párna'],
    ['rojtos', 'párna'],
  ],
  vase: [
    ['', 'palackváza'],
    ['', 'amforaváza'],
    ['', 'gömbváza'],
    ['hengeres', 'váza'],
  ],
};

const colours = {
  red: 'piros',
  terracotta: 'terrakotta',
  mustard: 'mustársárga',
  olive: 'olívazöld',
  green: 'zöld',
  teal: 'petrolkék',
  'sky blue': 'égszínkék',
  navy: 'tengerészkék',
  lilac: 'orgonalila',
  pink: 'rózsaszín',
  brown: 'barna',
  sand: 'homokszínű',
  charcoal: 'antracitszürke',
  black: 'fekete',
  white: 'fehér',
} as const;

const materials = {
  leather: 'bőr',
  suede: 'velúr',
  canvas: 'vászon',
  cotton: 'pamut',
  linen: 'len',
  knit: 'kötött',
  denim: 'farmer',
  velvet: 'bársony',
  ceramic: 'kerámia',
  metal: 'fém',
  wood: 'fa',
  glass: 'üveg',
} as const;

const patterns: Readonly<Record<Pattern, string>> = {
  plain: 'egyszínű',
  stripes: 'csíkos',
  dots: 'pöttyös',
  checks: 'kockás',
  zigzag: 'cikcakkos',
  floral: 'virágos',
};

const genders = { women: 'női', men: 'férfi', unisex: 'uniszex' } as const;

const wearers = { women: 'Nőknek', men: 'Férfiaknak' } as const;

const rooms = {
  kitchen: 'konyha',
  office: 'iroda',
  bedroom: 'hálószoba',
  'living room': 'nappali',
  'dining room': 'étkező',
} as const;

const places: Readonly<Record<Room, string>> = {
  kitchen: 'a konyhába',
  office: 'az irodába',
  bedroom: 'a hálószobába',
  'living room': 'a nappaliba',
  'dining room': 'az étkezőbe',
};

const writeTitle = (product: Described): string => {
  const { colour, material, pattern } = product.features;
  const [attribute, noun] = pickName(names, product);
  const look = joinWords(colours[colour], pattern === 'plain' ? '' : patterns[pattern]);
  return `${product.brand} ${capitalize(joinWords(look, attribute, materials[material], noun))}`;
};

const describe = (product: Described): string => {
  const { colour, material, pattern, gender, room } = product.features;
  const [attribute, noun] = pickName(names, product);
  const look =
    pattern === 'plain' ? `egyszínű ${colours[colour]}` : `${colours[colour]} alapon ${patterns[pattern]}`;
  const place = room === null ? '' : ` Illik ${places[room]}.`;
  const wearer = gender === null || gender === 'unisex' ? '' : ` ${wearers[gender]}.`;
  return `${product.brand} ${joinWords(attribute, materials[material], noun)}, ${look}.${place}${wearer}`;
};

const composeSearches = (product: Described): string[] => {
  const { colour, material, pattern, gender, room } = product.features;
  const [attribute, noun] = pickName(names, product);
  const name = joinWords(attribute, noun);
  return [
    name,
    `${colours[colour]} ${name}`,
    joinWords(attribute, materials[material], noun),
    `${product.brand} ${name}`,
    ...(pattern === 'plain' ? [] : [`${patterns[pattern]} ${name}`]),
    ...(gender === null || gender === 'unisex' ? [] : [`${genders[gender]} ${name}`]),
    ...(room === null ? [] : [`${name} ${rooms[room]}`]),
  ].map((search) => search.toLowerCase());
};

export const hu: Words = {
  shop: 'Demó bolt',
  partNames: {
    catalogue: 'Termékek',
    searches: 'Keresések',
    similar: 'Termékoldal',
    'similar-without-campaigns': 'Termékoldal kampányok nélkül',
    related: 'Kapcsolódó keresések',
    'related-products': 'Termékek a kereséshez',
  },
  fields: {
    category: 'Kategória',
    brand: 'Márka',
    colour: 'Szín',
    material: 'Anyag',
    pattern: 'Minta',
    gender: 'Nem',
    room: 'Helyiség',
    price: 'Ár',
    description: 'Leírás',
  },
  categories: {
    trainers: 'Cipők/Sportcipők',
    boots: 'Cipők/Csizmák és bakancsok',
    't-shirt': 'Ruházat/Pólók',
    hoodie: 'Ruházat/Pulóverek',
    dress: 'Ruházat/Ruhák',
    handbag: 'Táskák/Kézitáskák',
    backpack: 'Táskák/Hátizsákok',
    watch: 'Kiegészítők/Karórák',
    hat: 'Kiegészítők/Sapkák és kalapok',
    mug: 'Konyha/Bögrék',
    lamp: 'Világítás/Asztali lámpák',
    chair: 'Bútorok/Székek',
    cushion: 'Lakás/Párnák',
    vase: 'Lakás/Vázák',
  },
  colours,
  materials,
  patterns,
  genders,
  rooms,
  synonyms: [
    ['sportcipő', 'edzőcipő'],
    ['kézitáska', 'táska', 'retikül'],
    ['hátizsák', 'hátitáska'],
    ['kapucnis pulóver', 'kapucnis felső'],
    ['párna', 'díszpárna'],
    ['bögre', 'csésze'],
  ],
  frequentSearches: [
    'sportcipő',
    'ruha',
    'hátizsák',
    'póló',
    'csizma',
    'kapucnis pulóver',
    'karóra',
    'kézitáska',
    'asztali lámpa',
    'fotel',
    'bögre',
    'párna',
    'sapka',
    'váza',
    'futócipő',
    'chelsea csizma',
    'válltáska',
    'íróasztali lámpa',
    'bojtos sapka',
    'ingruha',
  ],
  missing: ['esernyő', 'pénztárca', 'sál', 'függöny'],
  campaigns: {
    names: {
      banner: 'A meleg fény hete',
      pin: 'A hónap hátizsákja',
      ads: 'Virágok a konyhába',
      question: 'Székek helyiség szerint',
      boost: 'Előbb a len',
      hide: 'Üveget nem postázunk',
      redirect: 'Már nem gyártják',
      experiment: 'Előbb a bőr',
    },
    banner: 'A meleg fény hete: minden lámpához ajándék izzó jár.',
    question: 'Melyik helyiségbe szánja?',
  },
  examples: { search: 'sportcipő', pattern: 'bögre', next: 'asztali lámpa' },
  writeTitle,
  describe,
  composeSearches,
};
