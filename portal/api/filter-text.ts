/** A name with other characters than letters, digits and `_` is put in brackets; a quote inside a text is doubled. */
export const fieldText = (name: string): string =>
  /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : `[${name}]`;
export const valueText = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** `colour eq 'red'`, as both operations and campaigns understand it. */
export const filterText = (name: string, value: string): string =>
  `${fieldText(name)} eq ${valueText(value)}`;
