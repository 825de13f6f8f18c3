import { areNearDuplicates } from '../../src/domain/edit-distance.ts';
import { tokenize } from '../../src/domain/normal-form.ts';
import type { KeywordReader, Progress } from '../../src/engine/engine.ts';
import type { Catalogue } from '../../src/learning/keywords/catalogue/catalogue.ts';
import { listCatalogueTerms } from '../../src/learning/keywords/single-word-entries.ts';
import { listLength, mean } from './measure.ts';
import { createRandom } from '../../src/learning/looks/decide/measure.ts';

const evaluateCatalogueDefaults = {
  /** Sampled terms of the catalogue that are used where no queries are given. */
  terms: 500,
  seed: 5,
  /** Suggestions that make a list worth showing. */
  enoughSuggestions: 3,
  /** Lists in the report's examples. */
  exampleLists: 20,
} as const;

/** Quality of keywords that can be measured without behaviour. */
export type CatalogueReport = {
  readonly queries: number;
  /** Queries that share a content word with the catalogue; stop words such as `with` do not count. */
  readonly sharing: number;
  /** Of these, the number with any suggestion, and with at least three suggestions that find products. */
  readonly answered: number;
  readonly enough: number;
  /** Of the queries that share no word, the number with any suggestion. */
  readonly answeredOthers: number;
  readonly suggestions: number;
  readonly findShare: number;
  readonly nearDuplicateShare: number;
  /** Suggestions in a list that is not empty. */
  readonly depth: number;
  /** Share of lists with both refinements and next searches; share of refinements among suggestions. */
  readonly bothDirections: number;
  readonly refineShare: number;
  readonly examples: readonly { readonly query: string; readonly list: readonly string[] }[];
};

type QueryOutcome = {
  readonly query: string;
  readonly shares: boolean;
  readonly list: readonly { text: string; displayText: string; direction: string }[];
  readonly finding: number;
  readonly nearDuplicates: number;
};

export const evaluateCatalogue = async (
  reader: Pick<KeywordReader, 'suggest'>,
  catalogue: Catalogue,
  language: string,
  customQueries: readonly string[] | null,
  progress?: Progress,
): Promise<CatalogueReport> => {
  const terms = listCatalogueTerms(catalogue);
  const termSet = new Set(terms);
  const queries = customQueries ?? sampleItems(terms, evaluateCatalogueDefaults.terms);
  const outcomes: QueryOutcome[] = [];
  for (const query of queries) {
    const { suggestions: list } = await reader.suggest({
      pattern: query,
      size: listLength,
      directions: ['refine', 'next'],
    });
    outcomes.push({
      query,
      shares: tokenize(query, language).some((word) => termSet.has(word)),
      list,
      finding: list.filter(({ text }) => catalogue.find(tokenize(text, language)).products > 0).length,
      nearDuplicates: list.filter((one, index) =>
        list.slice(0, index).some((other) => areNearDuplicates(one.text, other.text)),
      ).length,
    });
    progress?.('Asking', outcomes.length, queries.length);
  }
  return buildReport(outcomes);
};

const sampleItems = <T>(from: readonly T[], most: number): T[] => {
  const random = createRandom(evaluateCatalogueDefaults.seed);
  return from
    .map((value) => ({ value, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, most)
    .map(({ value }) => value);
};

const buildReport = (outcomes: readonly QueryOutcome[]): CatalogueReport => {
  const sharing = outcomes.filter(({ shares }) => shares);
  const lists = outcomes.filter(({ list }) => list.length > 0);
  const suggestions = outcomes.flatMap(({ list }) => list);
  const sum = (of: (each: QueryOutcome) => number): number =>
    outcomes.reduce((total, each) => total + of(each), 0);
  const share = (part: number): number => (suggestions.length === 0 ? 0 : part / suggestions.length);
  const has = ({ list }: QueryOutcome, direction: string): boolean =>
    list.some((each) => each.direction === direction);
  return {
    queries: outcomes.length,
    sharing: sharing.length,
    answered: sharing.filter(({ list }) => list.length > 0).length,
    enough: sharing.filter(({ finding }) => finding >= evaluateCatalogueDefaults.enoughSuggestions).length,
    answeredOthers: outcomes.filter(({ shares, list }) => !shares && list.length > 0).length,
    suggestions: suggestions.length,
    findShare: share(sum(({ finding }) => finding)),
    nearDuplicateShare: share(sum(({ nearDuplicates }) => nearDuplicates)),
    depth: mean(lists.map(({ list }) => list.length)),
    bothDirections: mean(lists.map((each) => (has(each, 'refine') && has(each, 'next') ? 1 : 0))),
    refineShare: share(suggestions.filter(({ direction }) => direction === 'refine').length),
    examples: sampleItems(outcomes, evaluateCatalogueDefaults.exampleLists).map(({ query, list }) => ({
      query,
      list: list.map(({ displayText }) => displayText),
    })),
  };
};
