import type { Weights } from '../../../domain/box.ts';

/**
 * Scores are whole millionths. Every way to compute an answer (a neighbour list, a scan, another engine) rounds the
 * same, so they agree on order and ties, and a caller sees exactly the numbers that were compared.
 */
export const scoreUnits = 1_000_000;

/** 0 to 1 as whole millionths; anything outside is clamped. */
export const toUnits = (score: number): number => Math.round(Math.min(1, Math.max(0, score)) * scoreUnits);

export const sumWeights = ({ looks, colour, title = 0 }: Weights): number => looks + Math.abs(colour) + title;

/** What a weight below 0 adds to a score, so that it is the weighted mean of 1 - cosine. */
export const otherColourShare = (weights: Weights): number => {
  const sum = sumWeights(weights);
  return weights.colour < 0 && sum > 0 ? -weights.colour / sum : 0;
};

/**
 * The weighted mean of the cosines of looks, colour and title, in millionths; of 1 - cosine where the weight of colour
 * is below 0. 0 when all weights are 0.
 */
export const combine = (weights: Weights, looks: number, colour: number, title = 0): number => {
  const sum = sumWeights(weights);
  const { title: titleWeight = 0 } = weights;
  const products = weights.looks * looks + weights.colour * colour + titleWeight * title;
  return sum > 0 ? toUnits(products / sum + otherColourShare(weights)) : 0;
};
