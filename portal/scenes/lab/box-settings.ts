import { boxDefaults } from '../../../src/domain/box.ts';
import type { Box, SearchBoxDeclaration } from '../../api/types.ts';
import type { LabSettings } from './lab-settings.tsx';

/** The share of colour in the similarity of pictures of this box, 0 to 1. */
export const readColourShare = ({ declaration }: Pick<Box, 'declaration'>): number => {
  const weights = declaration.kind === 'search' ? declaration.weights : undefined;
  const { looks, colour } = weights ?? boxDefaults.weights;
  return looks + colour === 0 ? 0 : Number((colour / (looks + colour)).toFixed(2));
};

export const readMinimumScore = ({ minimumScore }: SearchBoxDeclaration): number =>
  minimumScore ?? boxDefaults.minimumScore;

/** The box with what was tried in the lab. The share of the text stays in the lab: a box has fallback steps for it. */
export const applyLabSettings = (
  declaration: SearchBoxDeclaration,
  { colour, threshold }: LabSettings,
): SearchBoxDeclaration => ({
  ...declaration,
  weights: { looks: Number((1 - colour).toFixed(2)), colour },
  minimumScore: threshold,
});
