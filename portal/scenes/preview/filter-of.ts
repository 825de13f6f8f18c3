import type { Chosen } from '../../components/facet-list.tsx';

/** A name with anything but letters, digits and `_` stands in brackets; a quote inside a text is doubled. */
const fieldText = (name: string): string => (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : `[${name}]`);
const valueText = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** What was chosen among the facets, as the operation's `filter` parameter; null when nothing was. */
export const filterOf = (chosen: Chosen): string | null => {
  const parts = Object.entries(chosen).flatMap(([name, { values = [], bounds = {} }]) => {
    const field = fieldText(name);
    return [
      ...(values.length > 0 ? [`${field} in (${values.map(valueText).join(', ')})`] : []),
      ...(bounds.min === undefined ? [] : [`${field} ge ${bounds.min}`]),
      ...(bounds.max === undefined ? [] : [`${field} le ${bounds.max}`]),
    ];
  });
  return parts.length > 0 ? parts.join(' and ') : null;
};
