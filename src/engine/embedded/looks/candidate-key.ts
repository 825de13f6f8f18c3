import { scoreUnits } from '../../score.ts';

/*
 * A candidate as one number: score and row packed so that smaller is better, and rows (which are numbered in
 * the order of their identifiers) decide between equal scores. Sorting candidates is sorting numbers.
 */
const rowSpan = 2 ** 32;

export const candidateKey = (units: number, row: number): number => (scoreUnits - units) * rowSpan + row;
export const unitsFromKey = (key: number): number => scoreUnits - Math.floor(key / rowSpan);
/** Not by `%`: on numbers beyond 32 bits it costs as much as the rest of a loop. */
export const rowFromKey = (key: number): number => key - Math.floor(key / rowSpan) * rowSpan;

/** Worse than every candidate. */
export const worstKey = Infinity;
