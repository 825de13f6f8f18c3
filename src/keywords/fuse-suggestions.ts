import { wordOrderKey } from '../domain/normal-form.ts';
import { compareSuggestions, type Evidence, type Signal, type Suggestion } from '../domain/suggestion.ts';
import { areNearDuplicates } from '../domain/near-duplicate.ts';

/**
 * What shoppers did and what the catalogue holds, in one ranking. Each weight is what that side can add to a
 * score at most. What the catalogue fills up with stands below all that was learnt; of two learnt ones that are
 * alike, the one that the catalogue speaks for stands first. Words and popularity count once: the learnt side
 * knows them better. The operator's hand comes later, when a box answers.
 */
export const fusionWeights = { shoppers: 1, catalogue: 0.25 } as const;

export const fusionDefaults = {
  /** Ready suggestions in each direction. */
  perDirection: 12,
} as const;

/** Best first, nothing twice, each with the evidence of both sides in the shares they have in its score. */
export const fuseSuggestions = (
  learnt: readonly Suggestion[],
  fromCatalogue: readonly Suggestion[],
  language: string,
): Suggestion[] => {
  const fused = new Map(
    learnt.map((each) => [wordOrderKey(each.text, language), scaled(each, shareOf(each))]),
  );
  const fill = fillFactor([...fused.values()], fromCatalogue);
  for (const each of fromCatalogue) {
    const key = wordOrderKey(each.text, language);
    const known = fused.get(key);
    if (known !== undefined) fused.set(key, joined(known, onlyCatalogue(each)));
    else if (!learnt.some(({ text }) => areNearDuplicates(text, each.text)))
      fused.set(key, scaled(each, fill));
  }
  return cut([...fused.values()].sort(compareSuggestions));
};

/** Learnt scores have no upper end; half of the weight is reached at 1. */
const shareOf = ({ score }: Suggestion): number => fusionWeights.shoppers / (1 + score);

/** Small enough for the best of the fill to stand below the last that was learnt. */
const fillFactor = (learnt: readonly Suggestion[], fill: readonly Suggestion[]): number => {
  const lowest = Math.min(...learnt.map(({ score }) => score));
  const highest = Math.max(0, ...fill.map(({ score }) => score));
  return Math.min(fusionWeights.catalogue, (0.99 * lowest) / highest);
};

/** What the shop sells of it. */
const onlyCatalogue = (suggestion: Suggestion): Suggestion => {
  const evidence = suggestion.evidence.filter(({ signal }) => signal === 'catalogue');
  const score = evidence.reduce((sum, { weight }) => sum + weight, 0);
  return scaled({ ...suggestion, score, evidence }, fusionWeights.catalogue);
};

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

const scaled = (suggestion: Suggestion, factor: number): Suggestion => ({
  ...suggestion,
  score: rounded(suggestion.score * factor),
  evidence: suggestion.evidence.map((each) => ({ ...each, weight: rounded(each.weight * factor) })),
});

const joined = (one: Suggestion, other: Suggestion): Suggestion => {
  const bySignal = new Map<Signal, Evidence>();
  for (const each of [...one.evidence, ...other.evidence]) {
    const known = bySignal.get(each.signal);
    const weight = rounded((known?.weight ?? 0) + each.weight);
    bySignal.set(each.signal, { ...each, ...known, weight });
  }
  return { ...one, score: rounded(one.score + other.score), evidence: [...bySignal.values()] };
};

const cut = (suggestions: readonly Suggestion[]): Suggestion[] => {
  const taken = { refine: 0, next: 0 };
  return suggestions.filter(({ direction }) => {
    taken[direction] += 1;
    return taken[direction] <= fusionDefaults.perDirection;
  });
};
