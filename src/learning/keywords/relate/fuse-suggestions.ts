import { wordOrderKey } from '../../../domain/normal-form.ts';
import {
  compareSuggestions,
  type Evidence,
  type Signal,
  type Suggestion,
} from '../../../domain/suggestion.ts';
import { areNearDuplicates } from '../../../domain/edit-distance.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

/**
 * Fuses learnt suggestions and suggestions from the catalogue into one ranking. Each weight is the most that a
 * side can add to a score. Suggestions that only the catalogue has rank below all learnt ones. A learnt
 * suggestion gains when the catalogue has it too; only the evidence `catalogue` is added then, because words and
 * popularity are already part of the learnt score. Curation rules are applied later, when a box answers.
 */
const fusionWeights = { shoppers: 1, catalogue: 0.25 } as const;

/** `perDirection`: suggestions kept in each direction. */
export const fusionDefaults = { perDirection: 12 } as const;

/** Best first, without near-duplicates. The evidence of both sides is scaled like the score. */
export const fuseSuggestions = (
  learnt: readonly Suggestion[],
  fromCatalogue: readonly Suggestion[],
  language: string,
): Suggestion[] => {
  const fused = new Map(
    learnt.map((each) => [wordOrderKey(each.text, language), scaleSuggestion(each, computeShare(each))]),
  );
  const fillFactor = computeFillFactor([...fused.values()], fromCatalogue);
  for (const each of fromCatalogue) {
    const key = wordOrderKey(each.text, language);
    const known = fused.get(key);
    if (known !== undefined) fused.set(key, addSuggestions(known, keepCatalogueEvidence(each)));
    else if (!learnt.some(({ text }) => areNearDuplicates(text, each.text)))
      fused.set(key, scaleSuggestion(each, fillFactor));
  }
  return limitPerDirection([...fused.values()].sort(compareSuggestions));
};

/** Learnt scores have no upper bound: score / (1 + score) maps them to 0 to 1. */
const computeShare = ({ score }: Suggestion): number => fusionWeights.shoppers / (1 + score);

/** Small enough that the best suggestion of the catalogue scores below the last learnt one. */
const computeFillFactor = (learnt: readonly Suggestion[], fromCatalogue: readonly Suggestion[]): number => {
  const lowest = Math.min(...learnt.map(({ score }) => score));
  const highest = Math.max(0, ...fromCatalogue.map(({ score }) => score));
  return Math.min(fusionWeights.catalogue, (0.99 * lowest) / highest);
};

const keepCatalogueEvidence = (suggestion: Suggestion): Suggestion => {
  const evidence = suggestion.evidence.filter(({ signal }) => signal === 'catalogue');
  const score = evidence.reduce((sum, { weight }) => sum + weight, 0);
  return scaleSuggestion({ ...suggestion, score, evidence }, fusionWeights.catalogue);
};

const round = (value: number): number => Math.round(value * 1e4) / 1e4;

const scaleSuggestion = (suggestion: Suggestion, factor: number): Suggestion => ({
  ...suggestion,
  score: round(suggestion.score * factor),
  evidence: suggestion.evidence.map((each) => ({ ...each, weight: round(each.weight * factor) })),
});

const addSuggestions = (one: Suggestion, other: Suggestion): Suggestion => {
  const bySignal = new Map<Signal, Evidence>();
  for (const each of [...one.evidence, ...other.evidence]) {
    const known = bySignal.get(each.signal);
    const weight = round((known?.weight ?? 0) + each.weight);
    bySignal.set(each.signal, { ...each, ...known, weight });
  }
  return { ...one, score: round(one.score + other.score), evidence: [...bySignal.values()] };
};

const limitPerDirection = (suggestions: readonly Suggestion[]): Suggestion[] => {
  const counts = { refine: 0, next: 0 };
  return suggestions.filter(({ direction }) => {
    counts[direction] += 1;
    return counts[direction] <= fusionDefaults.perDirection;
  });
};

/**
 * Removes all bare brands but the first: a row of brands says nothing about the pattern. Nor does a brand or a material
 * alone in the first place, so the first other suggestion changes places with it.
 */
export const createBrandLimit = (catalogue: Pick<Catalogue, 'items'> | null, language: string) => {
  const toKey = (text: string): string => wordOrderKey(text, language);
  const items = catalogue?.items ?? [];
  const brands = new Set(items.map(({ brand }) => toKey(brand ?? '')));
  const values = new Set(items.flatMap(({ attributes }) => attributes.map(toKey)));
  const isBrand = ({ text }: Pick<Suggestion, 'text'>): boolean => brands.has(toKey(text));
  const keepOneBrand = (suggestions: readonly Suggestion[]): Suggestion[] => {
    const firstBrand = suggestions.find(isBrand);
    const kept = suggestions.filter((each) => each === firstBrand || !isBrand(each));
    const at = kept.findIndex((each) => !isBrand(each) && !values.has(toKey(each.text)));
    const [first, other] = [kept[0], kept[at]];
    if (at < 1 || first === undefined || other === undefined) return kept;
    const [lifted, lowered] = [
      { ...other, score: first.score },
      { ...first, score: other.score },
    ];
    return [lifted, ...kept.slice(1, at), lowered, ...kept.slice(at + 1)];
  };
  return { isBrand, keepOneBrand };
};

/** Of two phrases where one holds all words of the other (`arch file`, `lever arch file`), keeps the better one. */
export const dropPartialPhrases = (suggestions: readonly Suggestion[], limit: number): Suggestion[] => {
  const chosen: { readonly words: ReadonlySet<string>; readonly suggestion: Suggestion }[] = [];
  for (const suggestion of suggestions) {
    if (chosen.length >= limit) break;
    const words = new Set(suggestion.text.split(' '));
    if (!chosen.some((other) => words.isSubsetOf(other.words) || other.words.isSubsetOf(words)))
      chosen.push({ words, suggestion });
  }
  return chosen.map(({ suggestion }) => suggestion);
};
