import type { ColourName } from './palette.ts';

export const patterns = ['plain', 'stripes', 'dots', 'checks', 'zigzag', 'floral'] as const;
export type Pattern = (typeof patterns)[number];

export type Material =
  | 'leather'
  | 'suede'
  | 'canvas'
  | 'cotton'
  | 'linen'
  | 'knit'
  | 'denim'
  | 'velvet'
  | 'ceramic'
  | 'metal'
  | 'wood'
  | 'glass';

export type Kind =
  | 'trainers'
  | 'boots'
  | 't-shirt'
  | 'hoodie'
  | 'dress'
  | 'handbag'
  | 'backpack'
  | 'watch'
  | 'hat'
  | 'mug'
  | 'lamp'
  | 'chair'
  | 'cushion'
  | 'vase';

export type Gender = 'women' | 'men' | 'unisex';

export type Room = 'kitchen' | 'office' | 'bedroom' | 'living room' | 'dining room';

/** One row of the demo shop's feed in the words of its language, and what the row and its picture are made from. */
export type DemoProduct = {
  readonly identifier: string;
  readonly displayText: string;
  readonly description: string;
  readonly url: string;
  readonly price: number;
  readonly currency: 'EUR';
  /** Name of the picture inside the feed's image folder. */
  readonly imageUrl: string;
  readonly groupId: string | null;
  readonly available: boolean;
  /** Two levels: `Shoes/Trainers`. */
  readonly category: string;
  readonly brand: string;
  readonly colour: string;
  readonly material: string;
  readonly pattern: string;
  readonly gender: string | null;
  readonly room: string | null;
  /** The same in every language. */
  readonly features: {
    readonly colour: ColourName;
    readonly material: Material;
    readonly pattern: Pattern;
    readonly gender: Gender | null;
    readonly room: Room | null;
  };
  readonly drawing: {
    readonly kind: Kind;
    /** Index of the silhouette among those of the kind. */
    readonly silhouette: number;
    /** Scale against the standard shape, so that designs differ slightly. */
    readonly width: number;
    readonly height: number;
  };
};
