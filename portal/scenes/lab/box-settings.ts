import { boxDefaults, type Weights } from '../../../src/domain/box.ts';
import type { Box, SearchBoxDeclaration } from '../../api/types.ts';
import type { LabSettings } from './lab-settings.tsx';

const readWeights = ({ declaration }: Pick<Box, 'declaration'>): Weights =>
  (declaration.kind === 'search' ? declaration.weights : undefined) ?? boxDefaults.weights;

/** The weights of the box with another share of colour. A title keeps its ratio to looks and colour together. */
export const setColourShare = (box: Pick<Box, 'declaration'>, share: number): Weights => {
  const { looks, colour, title, diversity = 0 } = readWeights(box);
  const ratio = title === undefined ? {} : { title: title / Math.max(looks + Math.abs(colour), 0.01) };
  const variety = diversity > 0 && { diversity };
  return { looks: Number((1 - Math.abs(share)).toFixed(2)), colour: share, ...ratio, ...variety };
};

/** The share of colour in the similarity of pictures of this box, 0 to 1; below 0 where other colours are wanted. */
export const readColourShare = (box: Pick<Box, 'declaration'>): number => {
  const { looks, colour } = readWeights(box);
  const sum = looks + Math.abs(colour);
  return sum === 0 ? 0 : Number((colour / sum).toFixed(2));
};

/** How much results of this box differ from each other. */
export const readDiversity = (box: Pick<Box, 'declaration'>): number => readWeights(box).diversity ?? 0;

/** Without the setting where it is 0: that is what boxes have. */
export const setDiversity = ({ diversity: _before, ...weights }: Weights, diversity: number): Weights =>
  diversity > 0 ? { ...weights, diversity } : weights;

/** 0 where the box leaves it to the catalogue: the lab shows everything. */
export const readMinimumScore = ({ minimumScore = 0 }: SearchBoxDeclaration): number => minimumScore;

/** The box with what was tried in the lab. */
export const applyLabSettings = (
  declaration: SearchBoxDeclaration,
  { colour, threshold, diversity }: LabSettings,
): SearchBoxDeclaration => ({
  ...declaration,
  weights: setDiversity(setColourShare({ declaration }, colour), diversity),
  ...(threshold !== readMinimumScore(declaration) && { minimumScore: threshold }),
});
