import { decideDefaults } from './decide-defaults.ts';
import { average, isFamilyFirst, precisionAt, rankFamilies } from './measure.ts';
import { isColourField, type UsedField } from '../train/choose-labels.ts';
import type { Item, Sample } from '../train/sample.ts';
import { type Aspects, scoreAspects } from './similarities.ts';
import type { Settings } from '../decision.ts';
import type { Measures } from './run-steps.ts';

/** What is compared with all pictures: held-out products, products of held-out labels, altered copies. */
export type Queries = {
  readonly products: readonly Aspects[];
  readonly labels: readonly Aspects[];
  /** `query`: the row of the original. */
  readonly copies: readonly Aspects[];
};

type Ranked = { readonly aspects: Aspects; readonly ranked: readonly number[] };

/** 1 when a picture of the product in the row is nearest: its variants may look the same. */
const isProductFirst = (scores: Float32Array, items: readonly Item[], row: number): number => {
  let nearest = row;
  scores.forEach((score, other) => {
    if (score > (scores[nearest] ?? 0)) nearest = other;
  });
  return items[nearest]?.family === items[row]?.family ? 1 : 0;
};

/** Declared fields beside the first count by their weight; fields that are only tried do not. */
const weighFurther = ({ further = [] }: Sample): number[] =>
  further.map(({ weight, isTrial }) => (isTrial ? 0 : weight));

/** The colour that the feed names of the item in a row; null where no field does. */
const createColourReader = (items: readonly Item[], further: readonly UsedField[]) => {
  const at = further.findIndex(({ field }) => isColourField(field));
  return (row: number): string | null => items[row]?.further?.[at] ?? null;
};

/** Measures settings on held-out queries. */
export const createMeasure = (sample: Sample, queries: Queries): ((settings: Settings) => Measures) => {
  const { items, further = [] } = sample;
  const weights = weighFurther(sample);
  const readColour = createColourReader(items, further);
  // A photo of the product in another colour need not be the nearest.
  const nameShown = (row: number): string => `${items[row]?.family ?? ''} ${readColour(row) ?? ''}`;
  const shown = new Map<string, number>();
  items.forEach((_, row) => shown.set(nameShown(row), (shown.get(nameShown(row)) ?? 0) + 1));
  const hasOthers = ({ query }: Aspects): boolean => (shown.get(nameShown(query)) ?? 0) > 1;
  const colours = new Map(
    [...queries.products, ...queries.labels].map(({ query, colour }) => [query, average(colour)]),
  );
  // Where all pictures have one colour, nothing can be said about it.
  const hasColours = average([...colours.values()]) < 0.99;
  const rank = (settings: Settings) => (aspects: Aspects) => ({
    aspects,
    ranked: rankFamilies(scoreAspects(aspects, settings), items, aspects.query, decideDefaults.k),
  });
  const precision = ({ aspects, ranked }: Ranked): number =>
    precisionAt(ranked, items, aspects.query, weights);
  const readSameColour = ({ aspects: { query, colour }, ranked }: Ranked): number => {
    const label = readColour(query);
    if (label !== null && ranked.length > 0)
      return average(ranked.map((row) => (readColour(row) === label ? 1 : 0)));
    const all = colours.get(query) ?? 0;
    return (average(ranked.map((row) => colour[row] ?? 0)) - all) / (1 - all);
  };
  const compareColours = ({ aspects: { query, colour }, ranked }: Ranked): number =>
    ranked.length === 0 ? 0 : average(ranked.map((row) => colour[row] ?? 0)) - (colours.get(query) ?? 0);
  return (settings) => {
    const [products, labels] = [queries.products, queries.labels].map((some) => some.map(rank(settings)));
    return {
      products: (products ?? []).map(precision),
      labels: (labels ?? []).map(precision),
      sameProduct: [...queries.products, ...queries.labels]
        .filter(hasOthers)
        .map((aspects) =>
          isFamilyFirst(scoreAspects(aspects, { ...settings, words: 0 }), items, aspects.query),
        ),
      sameColour: hasColours ? (products ?? []).map(readSameColour) : [],
      colour: [...(products ?? []), ...(labels ?? [])].map(compareColours),
      copies: queries.copies.map((aspects) =>
        isProductFirst(scoreAspects(aspects, { ...settings, words: 0 }), items, aspects.query),
      ),
    };
  };
};
