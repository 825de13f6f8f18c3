import { readFile } from 'node:fs/promises';

/** One search and how well people found products to answer it: 0 (not at all) to 3. */
export type GradedSearch = { readonly query: string; readonly grades: ReadonlyMap<string, number> };

/** `query,identifier,grade`, with a header. Only searches that some product answers can tell rankings apart. */
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

/** NDCG@10: gain 2^grade − 1, what nobody graded counts as 0, the ideal is over all graded products. */
export const ndcg = ({ grades }: GradedSearch, found: readonly string[]): number =>
  discountedGain(found.map((identifier) => grades.get(identifier) ?? 0)) /
  discountedGain([...grades.values()].sort((a, b) => b - a));

/**
 * The same over graded products alone, as if the others had not been found. Who was graded depends on who was
 * found by the searches of those who graded; this figure is free of that, and blind to new finds.
 */
export const ndcgOfGraded = (search: GradedSearch, found: readonly string[]): number =>
  ndcg(
    search,
    found.filter((identifier) => search.grades.has(identifier)),
  );

/** Share of the ten places that hold a graded product. */
export const judgedShare = ({ grades }: GradedSearch, found: readonly string[]): number =>
  found.slice(0, depth).filter((identifier) => grades.has(identifier)).length / depth;

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
