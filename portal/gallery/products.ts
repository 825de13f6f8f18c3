import type { ProductSummary } from '../components/products/product-card.tsx';

/** Garments drawn as paths, so that the gallery shows pictures without any picture file. */
const shapes = {
  tee: 'M60 46 L84 36 Q100 50 116 36 L140 46 L160 78 L138 90 L134 82 L134 164 L66 164 L66 82 L62 90 L40 78 Z',
  dress: 'M76 34 L88 34 Q100 54 112 34 L124 34 L128 84 L152 168 L48 168 L72 84 Z',
  bag: 'M46 84 L154 84 L164 164 L36 164 Z M72 84 Q74 40 100 40 Q126 40 128 84 L118 84 Q116 52 100 52 Q84 52 82 84 Z',
  shoe: 'M36 120 L64 88 L84 102 L100 112 L146 122 Q164 126 164 146 L164 152 L36 152 Z',
} as const;

const picture = (shape: keyof typeof shapes, colour: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><rect width="200" height="200" fill="#f4f2ef"/><path d="${shapes[shape]}" fill="${colour}"/></svg>`,
  )}`;

const rows: readonly [string, keyof typeof shapes, string, number][] = [
  ['Linen T-shirt, terracotta', 'tee', '#c2613d', 29.9],
  ['Organic cotton T-shirt, rust', 'tee', '#a8492c', 24.5],
  ['Wrap dress, brick', 'dress', '#b5533a', 89],
  ['Pocket T-shirt with a name that runs over two lines, clay', 'tee', '#cf7b58', 34],
  ['Canvas tote, sand', 'bag', '#cbb08a', 45],
  ['Summer dress, ochre', 'dress', '#c98a2b', 75.5],
  ['Low trainer, cognac', 'shoe', '#9a5a34', 119],
  ['Jersey T-shirt, moss', 'tee', '#6b7a45', 27],
];

export const products: readonly ProductSummary[] = rows.map(([displayText, shape, colour, price], index) => ({
  identifier: `KD-${1042 + index * 7}`,
  displayText,
  imageUrl: index === 5 ? null : picture(shape, colour),
  price,
  currency: 'EUR',
}));
