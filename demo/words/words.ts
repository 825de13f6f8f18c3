import type { ColourName } from '../drawing/palette.ts';
import type { DemoProduct, Gender, Kind, Material, Pattern, Room } from '../drawing/product.ts';

/** What a text about a product is written from. */
export type Described = Pick<DemoProduct, 'brand' | 'drawing' | 'features'>;

export type FieldName =
  | 'category'
  | 'brand'
  | 'colour'
  | 'material'
  | 'pattern'
  | 'gender'
  | 'room'
  | 'price'
  | 'description';

type CampaignName = 'banner' | 'pin' | 'ads' | 'question' | 'boost' | 'hide' | 'redirect' | 'experiment';

/** Catalogue, search terms and boxes of the shop. */
type Part =
  | 'catalogue'
  | 'searches'
  | 'similar'
  | 'similar-without-campaigns'
  | 'related'
  | 'related-products';

/** The words of the demo catalogue in one language. */
export type Words = {
  readonly shop: string;
  readonly partNames: Readonly<Record<Part, string>>;
  readonly fields: Readonly<Record<FieldName, string>>;
  /** Two levels: `Shoes/Trainers`. */
  readonly categories: Readonly<Record<Kind, string>>;
  readonly colours: Readonly<Record<ColourName, string>>;
  readonly materials: Readonly<Record<Material, string>>;
  readonly patterns: Readonly<Record<Pattern, string>>;
  readonly genders: Readonly<Record<Gender, string>>;
  readonly rooms: Readonly<Record<Room, string>>;
  readonly synonyms: readonly (readonly string[])[];
  /** The most frequent searches in shops of this kind, in descending order. */
  readonly frequentSearches: readonly string[];
  /** Searches for what the shop does not sell. */
  readonly missing: readonly string[];
  readonly campaigns: {
    readonly names: Readonly<Record<CampaignName, string>>;
    readonly banner: string;
    readonly question: string;
  };
  /** Searches that the pages of the shop offer; `next` is what shoppers search for after `pattern`. */
  readonly examples: { readonly search: string; readonly pattern: string; readonly next: string };
  readonly writeTitle: (product: Described) => string;
  readonly describe: (product: Described) => string;
  /** Searches that find the product, as shops write them: German ones with capitals. The first is its name. */
  readonly composeSearches: (product: Described) => string[];
};

type Three<T> = readonly [T, T, T];
type Four<T> = readonly [T, T, T, T];

/** One name for each silhouette, in their order. */
export type Names<T> = {
  readonly trainers: Three<T>;
  readonly boots: Four<T>;
  readonly 't-shirt': Three<T>;
  readonly hoodie: Three<T>;
  readonly dress: Three<T>;
  readonly handbag: Four<T>;
  readonly backpack: Three<T>;
  readonly watch: Three<T>;
  readonly hat: Four<T>;
  readonly mug: Three<T>;
  readonly lamp: Four<T>;
  readonly chair: Four<T>;
  readonly cushion: Three<T>;
  readonly vase: Four<T>;
};

export const pickName = <T>(names: Names<T>, { drawing }: Described): T => {
  const ofKind: readonly [T, ...T[]] = names[drawing.kind];
  return ofKind[drawing.silhouette] ?? ofKind[0];
};

/** `konyha` → `Konyha`. */
export const capitalize = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** The words that there are, with one space between them. */
export const joinWords = (...words: readonly string[]): string =>
  words.filter((word) => word !== '').join(' ');
