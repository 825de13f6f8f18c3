import type { Weights } from '../../../domain/box.ts';

/**
 * Scores are whole millionths. Every way to compute an answer (a neighbour list, a scan, another engine) rounds the
 * same, so they agree on order and ties, and a caller sees exactly the numbers that were compared.
 */
export const scoreUnits = 1_000_000;

/** 0 to 1 as whole millionths; anything outside is clamped. */
export const toUnits = (score: number): number => Math.round(Math.min(1, Math.max(0, score)) * scoreUnits);

export const sumWeights = ({ looks, colour, title = 0 }: Weights): number => looks + colour + title;

/** The weighted mean of the cosines of looks, colour and title, in millionths. 0 when all weights are 0. */
export const combine = (weights: Weights, looks: number, colour: number, title = 0): number => {
  const sum = sumWeights(weights);
  const { title: titleWeight = 0 } = weights;
  return sum > 0 ? toUnits((weights.looks * looks + weights.colour * colour + titleWeight * title) / sum) : 0;
};
