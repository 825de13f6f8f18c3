import { readFile } from 'node:fs/promises';

/** One search and the relevance grades that people gave to products: 0 (not relevant) to 3. */
export type GradedSearch = { readonly query: string; readonly grades: ReadonlyMap<string, number> };

/** Reads lines `query,identifier,grade` after a header. */
export const readGrades = async (file: string): Promise<GradedSearch[]> => {
  const lines = (await readFile(file, 'utf8')).trim().split(/\r?\n/).slice(1);
  const searches = new Map<string, Map<string, number>>();
  for (const line of lines) {
    const [, query, identifier, grade] = /^"?(.*?)"?,([^,]+),(\d)$/.exec(line) ?? [];
    if (query === undefined || identifier === undefined) throw new Error(`not a grade: ${line}`);
    const grades = searches.get(query) ?? new Map<string, number>();
    searches.set(query, grades.set(identifier, Number(grade)));
  }
  return [...searches]
    .map(([query, grades]) => ({ query, grades }))
    .sort((a, b) => (a.query < b.query ? -1 : 1));
};

export const hasRelevantProduct = ({ grades }: GradedSearch): boolean =>
  [...grades.values()].some((grade) => grade > 0);

const depth = 10;

const discountedGain = (grades: readonly number[]): number =>
  grades.slice(0, depth).reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0);

/** NDCG@10: gain 2^grade − 1; products without a grade count as 0; the ideal order is over all graded products. */
export const ndcg = ({ grades }: GradedSearch, results: readonly string[]): number =>
  discountedGain(results.map((identifier) => grades.get(identifier) ?? 0)) /
  discountedGain([...grades.values()].sort((a, b) => b - a));

/**
 * The same over graded products alone, as if the others had not been found. Which products have grades depends on the
 * search engines that the graders used; this figure does not depend on that, but ignores relevant products without a
 * grade.
 */
export const ndcgOfGraded = (search: GradedSearch, results: readonly string[]): number =>
  ndcg(
    search,
    results.filter((identifier) => search.grades.has(identifier)),
  );

/** Share of the first ten results that have a grade. */
export const judgedShare = ({ grades }: GradedSearch, results: readonly string[]): number =>
  results.slice(0, depth).filter((identifier) => grades.has(identifier)).length / depth;

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
