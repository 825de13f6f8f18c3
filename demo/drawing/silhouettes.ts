import type { Kind } from './product.ts';
import { hats, watches } from './accessories.ts';
import { backpacks, handbags } from './bags.ts';
import { boots } from './boots.ts';
import { dresses } from './dresses.ts';
import { chairs, lamps } from './furniture.ts';
import { cushions, mugs } from './home.ts';
import type { Silhouette } from './part.ts';
import { trainers } from './shoes.ts';
import { hoodies, tShirts } from './tops.ts';
import { vases } from './vases.ts';

export const silhouettes: Readonly<Record<Kind, readonly Silhouette[]>> = {
  trainers,
  boots,
  't-shirt': tShirts,
  hoodie: hoodies,
  dress: dresses,
  handbag: handbags,
  backpack: backpacks,
  watch: watches,
  hat: hats,
  mug: mugs,
  lamp: lamps,
  chair: chairs,
  cushion: cushions,
  vase: vases,
};
