/** What a shopper chose in one facet: values, or bounds (null: open). */
export type FacetChoice =
  | { readonly kind: 'values'; readonly values: readonly string[]; readonly isBare: boolean }
  | { readonly kind: 'range'; readonly min: number | null; readonly max: number | null };

export const isChosen = (choice: FacetChoice): boolean =>
  choice.kind === 'values' ? choice.values.length > 0 : choice.min !== null || choice.max !== null;

/** Brackets let a field have any name. */
const writeField = (name: string): string => `[${name.replaceAll(']', ']]')}]`;

/** Booleans are written without quotes. */
const writeValue = (value: string, isBare: boolean): string =>
  isBare ? value : `'${value.replaceAll("'", "''")}'`;

const writeChoice = (name: string, choice: FacetChoice): string => {
  const field = writeField(name);
  if (choice.kind === 'values')
    return `${field} in (${choice.values.map((value) => writeValue(value, choice.isBare)).join(', ')})`;
  const bounds = [
    ...(choice.min === null ? [] : [`${field} ge ${choice.min}`]),
    ...(choice.max === null ? [] : [`${field} le ${choice.max}`]),
  ];
  return bounds.join(' and ');
};

/** The choices as a filter of the service; null when nothing is chosen. */
export const writeFilter = (choices: ReadonlyMap<string, FacetChoice>): string | null => {
  const terms = [...choices].filter(([, choice]) => isChosen(choice)).map((entry) => writeChoice(...entry));
  return terms.length === 0 ? null : terms.join(' and ');
};
