import type { Behaviour } from './behaviour.ts';

/** Ids with their shares. */
export type Distribution = Map<number, number>;

const productWalkDefaults = {
  /** Patterns kept for a product, likeliest first: the bound on the work for one query. */
  patternsPerProduct: 300,
} as const;

/** The share of each pattern among the clicks on these products. */
export const distributeOverPatterns = (behaviour: Behaviour, products: Distribution): Distribution => {
  const patterns: Distribution = new Map();
  for (const [product, share] of products) {
    const total = behaviour.productPatterns.total(product);
    for (const { to, weight } of behaviour.productPatterns.from(product))
      patterns.set(to, (patterns.get(to) ?? 0) + (share * weight) / total);
  }
  return patterns;
};

/**
 * A walk: pattern → its products → products clicked next → their patterns. The last two steps do not depend on the
 * pattern and are cached by product.
 */
export const createProductWalk = (behaviour: Behaviour): ((products: Distribution) => Distribution) => {
  const cache = new Map<number, PackedDistribution>();
  const patternsReachedFrom = (product: number): PackedDistribution => {
    const cached = cache.get(product);
    if (cached !== undefined) return cached;
    const next = new Map(behaviour.nextProducts.from(product).map(({ to, weight }) => [to, weight]));
    const patterns = packDistribution(distributeOverPatterns(behaviour, next));
    cache.set(product, patterns);
    return patterns;
  };
  return (products) => {
    const distribution: Distribution = new Map();
    let total = 0;
    for (const [product, share] of products) {
      const { patterns, weights } = patternsReachedFrom(product);
      total += share * behaviour.nextProducts.total(product);
      for (let index = 0; index < patterns.length; index++) {
        const pattern = patterns[index] ?? 0;
        distribution.set(pattern, (distribution.get(pattern) ?? 0) + share * (weights[index] ?? 0));
      }
    }
    for (const [pattern, weight] of distribution) distribution.set(pattern, weight / total);
    return distribution;
  };
};

type PackedDistribution = { readonly patterns: Uint32Array; readonly weights: Float32Array };

const packDistribution = (distribution: Distribution): PackedDistribution => {
  const likeliest = [...distribution]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, productWalkDefaults.patternsPerProduct);
  return {
    patterns: Uint32Array.from(likeliest, ([pattern]) => pattern),
    weights: Float32Array.from(likeliest, ([, weight]) => weight),
  };
};
