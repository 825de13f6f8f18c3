import { areNearDuplicates } from '../../domain/near-duplicate.ts';
import { tokenize } from '../../domain/normal-form.ts';
import type { KeywordReader, Progress } from '../../engine/engine.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { listCatalogueTerms } from '../catalogue/catalogue-terms.ts';
import { createRandom, listLength, mean } from './measure.ts';

export const evaluateCatalogueDefaults = {
  /** Terms of the catalogue that are asked where there are no queries. */
  terms: 500,
  seed: 5,
  /** Suggestions that make a list worth showing. */
  enoughSuggestions: 3,
  /** Lists that are shown as they are. */
  exampleLists: 20,
} as const;

/** What can be said of keywords without anything that shoppers did. */
export type CatalogueReport = {
  readonly queries: number;
  /** Those with a word of the catalogue that is no filler: `with` does not make a sofa bed a laptop. */
  readonly sharing: number;
  /** Of these, with any list, and with at least three suggestions that find products. */
  readonly answered: number;
  readonly enough: number;
  /** Of those that share no word, with a list all the same. */
  readonly answeredOthers: number;
  readonly suggestions: number;
  readonly findShare: number;
  readonly nearDuplicateShare: number;
  /** Suggestions in a list that is not empty. */
  readonly depth: number;
  /** Share of lists with both refinements and what leads elsewhere; share of refinements among suggestions. */
  readonly bothDirections: number;
  readonly refineShare: number;
  readonly examples: readonly { readonly query: string; readonly list: readonly string[] }[];
};

type Asked = {
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
  given: readonly string[] | null,
  progress?: Progress,
): Promise<CatalogueReport> => {
  const terms = listCatalogueTerms(catalogue);
  const known = new Set(terms);
  const queries = given ?? drawn(terms, evaluateCatalogueDefaults.terms);
  const asked: Asked[] = [];
  for (const query of queries) {
    const { suggestions: list } = await reader.suggest({
      pattern: query,
      size: listLength,
      directions: ['refine', 'next'],
    });
    asked.push({
      query,
      shares: tokenize(query, language).some((word) => known.has(word)),
      list,
      finding: list.filter(({ text }) => catalogue.find(tokenize(text, language)).products > 0).length,
      nearDuplicates: list.filter((one, at) =>
        list.slice(0, at).some((other) => areNearDuplicates(one.text, other.text)),
      ).length,
    });
    progress?.('Asking', asked.length, queries.length);
  }
  return reportOf(asked);
};

const drawn = <T>(from: readonly T[], most: number): T[] => {
  const random = createRandom(evaluateCatalogueDefaults.seed);
  return from
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, most)
    .map(({ value }) => value);
};

const reportOf = (asked: readonly Asked[]): CatalogueReport => {
  const sharing = asked.filter(({ shares }) => shares);
  const lists = asked.filter(({ list }) => list.length > 0);
  const suggestions = asked.flatMap(({ list }) => list);
  const sum = (of: (each: Asked) => number): number => asked.reduce((total, each) => total + of(each), 0);
  const share = (part: number): number => (suggestions.length === 0 ? 0 : part / suggestions.length);
  const has = ({ list }: Asked, direction: string): boolean =>
    list.some((each) => each.direction === direction);
  return {
    queries: asked.length,
    sharing: sharing.length,
    answered: sharing.filter(({ list }) => list.length > 0).length,
    enough: sharing.filter(({ finding }) => finding >= evaluateCatalogueDefaults.enoughSuggestions).length,
    answeredOthers: asked.filter(({ shares, list }) => !shares && list.length > 0).length,
    suggestions: suggestions.length,
    findShare: share(sum(({ finding }) => finding)),
    nearDuplicateShare: share(sum(({ nearDuplicates }) => nearDuplicates)),
    depth: mean(lists.map(({ list }) => list.length)),
    bothDirections: mean(lists.map((each) => (has(each, 'refine') && has(each, 'next') ? 1 : 0))),
    refineShare: share(suggestions.filter(({ direction }) => direction === 'refine').length),
    examples: drawn(asked, evaluateCatalogueDefaults.exampleLists).map(({ query, list }) => ({
      query,
      list: list.map(({ displayText }) => displayText),
    })),
  };
};
