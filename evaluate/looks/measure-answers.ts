import { boxDefaults, resolveWeights } from '../../src/domain/box.ts';
import { createQuery, type ProductReader } from '../../src/engine/engine.ts';

/** The look-alikes of one product, best first. */
export type Answer = {
  readonly product: string;
  readonly results: readonly { readonly product: string; readonly score: number }[];
};

/** How many results count. */
export const answerLength = 10;

/** Asks a published catalogue as a search box without strategies would. Unknown products are left out. */
export const askCatalogue = async (
  reader: ProductReader,
  products: readonly string[],
  colour: number = boxDefaults.weights.colour,
): Promise<Answer[]> => {
  const weights = resolveWeights({ ...boxDefaults.weights, colour }, reader.titleWeight ?? null);
  const answers: Answer[] = [];
  for (const product of products) {
    const source = await reader.source(product);
    if (source === null) continue;
    const { hits } = await reader.search(createQuery({ kind: 'looks', source, weights }, answerLength));
    answers.push({ product, results: hits.map(({ identifier, score }) => ({ product: identifier, score })) });
  }
  return answers;
};

/** What can be said of answers without knowing which are right. */
export type AnswerMeasures = {
  /** Products that were asked for. */
  readonly asked: number;
  /** Share of them with ten look-alikes. */
  readonly full: number;
  /** How many have a look-alike that is almost the same picture. */
  readonly nearDuplicates: number;
  /** How many answers show a variant of the product itself, or two variants of another product. */
  readonly leaks: number;
  /**
   * Skewness of how often families are shown: 0 when all are shown as often as each other, above 1 when a few are in
   * many answers.
   */
  readonly hubness: number;
  /** Share of families that no answer shows. */
  readonly neverShown: number;
  /** How often the most frequent family is shown, as a share of the answers. */
  readonly mostShown: number;
};

/** A score from here on: the same picture, encoded or framed in another way. */
const duplicateScore = 0.97;

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Third standardised moment; 0 for values that are all the same. */
const measureSkewness = (values: readonly number[]): number => {
  const centre = mean(values);
  const spread = Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
  return spread === 0 ? 0 : mean(values.map((value) => ((value - centre) / spread) ** 3));
};

/** `familyOf`: the same text for all variants of a product. `families`: how many have a picture. */
export const measureAnswers = (
  answers: readonly Answer[],
  familyOf: (product: string) => string,
  families: number,
): AnswerMeasures => {
  const shown = new Map<string, number>();
  let [full, nearDuplicates, leaks] = [0, 0, 0];
  for (const { product, results } of answers) {
    const own = familyOf(product);
    const named = results.map((result) => familyOf(result.product));
    for (const family of new Set(named)) shown.set(family, (shown.get(family) ?? 0) + 1);
    if (results.length === answerLength) full += 1;
    if ((results[0]?.score ?? 0) >= duplicateScore) nearDuplicates += 1;
    if (named.includes(own) || new Set(named).size < named.length) leaks += 1;
  }
  const counts = [...shown.values()];
  const never = Math.max(0, families - counts.length);
  const asked = Math.max(1, answers.length);
  return {
    asked: answers.length,
    full: full / asked,
    nearDuplicates,
    leaks,
    hubness: measureSkewness([...counts, ...Array<number>(never).fill(0)]),
    neverShown: families === 0 ? 0 : never / families,
    mostShown: Math.max(0, ...counts) / asked,
  };
};
