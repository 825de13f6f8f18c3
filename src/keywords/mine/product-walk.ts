import type { Behaviour } from './behaviour.ts';

/** Numbers with the share each has. */
export type Distribution = Map<number, number>;

export const productWalkDefaults = {
  /** Patterns that are remembered for a product, likeliest first: the bound on an answer's work. */
  patternsPerProduct: 300,
} as const;

/** How likely each pattern is among those that lead to these products. */
export const distributeOverPatterns = (behaviour: Behaviour, products: Distribution): Distribution => {
  const patterns: Distribution = new Map();
  for (const [product, share] of products) {
    const total = behaviour.productPatterns.total(product);
    for (const { to, weight } of behaviour.productPatterns.from(product))
      patterns.set(to, (patterns.get(to) ?? 0) + (share * weight) / total);
  }
  return patterns;
};

/** Pattern → its products → products wanted next → their patterns. The last two steps are the same for all who ask. */
export const createProductWalk = (behaviour: Behaviour): ((products: Distribution) => Distribution) => {
  const known = new Map<number, Packed>();
  const onwards = (product: number): Packed => {
    const cached = known.get(product);
    if (cached !== undefined) return cached;
    const next = new Map(behaviour.nextProducts.from(product).map(({ to, weight }) => [to, weight]));
    const patterns = packed(distributeOverPatterns(behaviour, next));
    known.set(product, patterns);
    return patterns;
  };
  return (products) => {
    const reached: Distribution = new Map();
    let total = 0;
    for (const [product, share] of products) {
      const { patterns, weights } = onwards(product);
      total += share * behaviour.nextProducts.total(product);
      for (let at = 0; at < patterns.length; at++) {
        const pattern = patterns[at] ?? 0;
        reached.set(pattern, (reached.get(pattern) ?? 0) + share * (weights[at] ?? 0));
      }
    }
    for (const [pattern, weight] of reached) reached.set(pattern, weight / total);
    return reached;
  };
};

type Packed = { readonly patterns: Uint32Array; readonly weights: Float32Array };

const packed = (distribution: Distribution): Packed => {
  const likeliest = [...distribution]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, productWalkDefaults.patternsPerProduct);
  return {
    patterns: Uint32Array.from(likeliest, ([pattern]) => pattern),
    weights: Float32Array.from(likeliest, ([, weight]) => weight),
  };
};
