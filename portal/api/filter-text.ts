import { isPlainName } from '../../src/domain/filter-tokens.ts';

/**
 * A reserved word (`or`, `in`, `true`) or a name with other characters than letters, digits and `_` is put in brackets;
 * a closing bracket and a quote are doubled.
 */
export const fieldText = (name: string): string =>
  /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && isPlainName(name) ? name : `[${name.replaceAll(']', ']]')}]`;
export const valueText = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** `colour eq 'red'`, as both operations and campaigns understand it. */
export const filterText = (name: string, value: string): string =>
  `${fieldText(name)} eq ${valueText(value)}`;
