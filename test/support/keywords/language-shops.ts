import type { TestProduct } from './catalogue-fixture.ts';

/*
 * Small shops in four languages, with titles as their shops write them: a kind, a colour that agrees with it, a material
 * and a brand. Each kind is `category path | noun of the title | form of the adjectives | its two materials`.
 */
type ShopWords = {
  readonly kinds: readonly string[];
  /** The value of the field, then the form of each gender and number. */
  readonly colours: readonly (readonly string[])[];
  /** The value of the field, and what titles say. */
  readonly materials: readonly (readonly [value: string, said: string])[];
  readonly brands: readonly string[];
  readonly title: (kind: string, colour: string, material: string, brand: string) => string;
};

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const shops: Readonly<Record<string, ShopWords>> = {
  de: {
    kinds: [
      'Schuhe/Stiefel|Stiefel|0|01',
      'Schuhe/Turnschuhe|Turnschuhe|0|01',
      'Kleidung/Kleider|Sommerkleid|1|11',
      'Kleidung/Hemden|Hemd|1|11',
      'Möbel/Bürostühle|Bürostuhl|2|02',
      'Möbel/Regale|Bücherregal|1|22',
      'Wohnen/Tischlampen|Tischlampe|3|23',
      'Möbel/Stühle|Stuhl|2|22',
      'Küche/Tassen|Tasse|3|33',
      'Küche/Töpfe|Kochtopf|2|33',
      'Wohnen/Wäschekörbe|Wäschekorb|2|12',
      'Wohnen/Kissen|Kissen|1|11',
    ],
    colours: [
      ['rot', 'rote', 'rotes', 'roter', 'rote'],
      ['weiß', 'weiße', 'weißes', 'weißer', 'weiße'],
      ['schwarz', 'schwarze', 'schwarzes', 'schwarzer', 'schwarze'],
      ['grün', 'grüne', 'grünes', 'grüner', 'grüne'],
    ],
    materials: [
      ['Leder', 'aus Leder'],
      ['Leinen', 'aus Leinen'],
      ['Holz', 'aus Holz'],
      ['Edelstahl', 'aus Edelstahl'],
    ],
    brands: ['Corvane', 'Müller & Söhne', 'Nordhaus'],
    title: (kind, colour, material, brand) => `${capitalize(colour)} ${kind} ${material} ${brand}`,
  },
  fr: {
    kinds: [
      "Chaussures/Bottes|Bottes d'hiver|3|01",
      'Chaussures/Baskets|Baskets|3|01',
      "Vêtements/Robes|Robe d'été|2|11",
      'Vêtements/Chemises|Chemise|2|11',
      'Meubles/Chaises|Chaise|2|02',
      'Meubles/Étagères|Étagère|2|22',
      'Maison/Lampes|Lampe de table|2|23',
      'Maison/Vases|Vase|1|33',
      'Cuisine/Poêles|Poêle|2|33',
      'Maison/Rideaux|Rideaux|4|11',
      'Maison/Coussins|Coussin|1|11',
      'Cuisine/Tasses|Tasse|2|33',
    ],
    colours: [
      ['Rouge', 'rouge', 'rouge', 'rouges', 'rouges'],
      ['Noir', 'noir', 'noire', 'noires', 'noirs'],
      ['Blanc', 'blanc', 'blanche', 'blanches', 'blancs'],
      ['Bleu', 'bleu', 'bleue', 'bleues', 'bleus'],
    ],
    materials: [
      ['Cuir', 'en cuir'],
      ['Coton', 'en coton'],
      ['Bois', 'en bois'],
      ['Acier inoxydable', 'en acier inoxydable'],
    ],
    brands: ["L'Atelier", 'Bel Œuvre', 'Maison Claire'],
    title: (kind, colour, material, brand) => `${kind} ${colour} ${material} ${brand}`,
  },
  hu: {
    kinds: [
      'Cipők/Csizmák|csizma|0|01',
      'Cipők/Edzőcipők|edzőcipő|0|01',
      'Ruházat/Ruhák|ruha|0|11',
      'Ruházat/Ingek|ing|0|11',
      'Bútor/Székek|szék|0|02',
      'Bútor/Polcok|polc|0|22',
      'Otthon/Lámpák|lámpa|0|23',
      'Otthon/Vázák|váza|0|33',
      'Konyha/Bögrék|bögre|0|33',
      'Konyha/Fazekak|fazék|0|33',
      'Otthon/Párnák|párna|0|11',
      'Otthon/Takarók|takaró|0|11',
    ],
    colours: [
      ['piros', 'piros'],
      ['fekete', 'fekete'],
      ['fehér', 'fehér'],
      ['kék', 'kék'],
    ],
    materials: [
      ['Bőr', 'bőr'],
      ['Pamut', 'pamut'],
      ['Fa', 'fa'],
      ['Rozsdamentes acél', 'rozsdamentes acél'],
    ],
    brands: ['Őzike', 'Tisza', 'Kékfény'],
    // A material is written in one word with what is made of it (`bőrcsizma`), unless one of them is a compound.
    title: (kind, colour, material, brand) =>
      kind === 'edzőcipő' || material.includes(' ')
        ? `${brand} ${colour} ${material} ${kind}`
        : `${brand} ${colour} ${material}${kind}`,
  },
  cs: {
    kinds: [
      'Obuv/Boty|boty|3|01',
      'Obuv/Tenisky|tenisky|3|01',
      'Oblečení/Šaty|šaty|3|11',
      'Oblečení/Košile|košile|2|11',
      'Nábytek/Židle|židle|2|02',
      'Nábytek/Stoly|stůl|1|22',
      'Domov/Lampy|lampa|2|23',
      'Domov/Vázy|váza|2|33',
      'Kuchyně/Hrnce|hrnec|1|33',
      'Kuchyně/Hrnky|hrnek|1|33',
      'Domov/Polštáře|polštář|1|11',
      'Domov/Deky|deka|2|11',
    ],
    colours: [
      ['červená', 'červený', 'červená', 'červené'],
      ['černá', 'černý', 'černá', 'černé'],
      ['bílá', 'bílý', 'bílá', 'bílé'],
      ['modrá', 'modrý', 'modrá', 'modré'],
    ],
    materials: [
      ['kůže', 'z kůže'],
      ['bavlna', 'z bavlny'],
      ['dřevo', 'ze dřeva'],
      ['nerezová ocel', 'z nerezové oceli'],
    ],
    brands: ['Žďár', 'Morava', 'Lípa'],
    title: (kind, colour, material, brand) => `${capitalize(colour)} ${kind} ${material} ${brand}`,
  },
};

export const shopLanguages = ['de', 'fr', 'hu', 'cs'] as const;

/** 144 products: each kind in each colour, materials and brands in turn. */
export const createLanguageShop = (
  language: (typeof shopLanguages)[number],
): (TestProduct & { readonly identifier: string })[] => {
  const { kinds, colours, materials, brands, title } = shops[language] as ShopWords;
  return kinds.flatMap((kind, k) => {
    const [category = '', noun = '', form = '0', made = '00'] = kind.split('|');
    return colours.flatMap((colour, c) =>
      brands.map((brand, b) => {
        const [value, said] = materials[Number(made[b % 2])] ?? ['', ''];
        const adjective =
          colour[Number(form) + (language === 'de' || language === 'hu' ? 1 : 0)] ?? colour[1] ?? '';
        return {
          identifier: `${language}-${k}-${c}-${b}`,
          displayText: title(noun, adjective, said, brand),
          category,
          brand,
          colour: colour[0] ?? '',
          material: value,
        };
      }),
    );
  });
};
