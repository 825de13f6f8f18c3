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
