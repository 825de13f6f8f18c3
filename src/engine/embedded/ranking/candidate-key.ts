import { scoreUnits } from '../../semantics/search/score.ts';
import type { Row } from '../rows/index-spaces.ts';

/*
 * A candidate as one number: score and row, packed so that the best candidate has the lowest key. Among equal scores
 * the lower row is better; rows are numbered in the order of their identifiers. Candidates are sorted as numbers.
 */
const rowSpan = 2 ** 32;

export const candidateKey = (units: number, row: Row): number => (scoreUnits - units) * rowSpan + row;
export const unitsFromKey = (key: number): number => scoreUnits - Math.floor(key / rowSpan);
/** Without `%`: on numbers above 32 bits it costs as much as the rest of a loop. */
export const rowFromKey = (key: number): Row => key - Math.floor(key / rowSpan) * rowSpan;

/** Worse than every candidate. */
export const worstKey = Infinity;
