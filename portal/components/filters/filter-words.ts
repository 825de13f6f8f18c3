import type { Translate } from '../../texts/text.ts';
import type { CatalogueField } from '../products/catalogue-values.ts';
import { readFilterRows } from './filter-rows.ts';

/** A filter as people say it: "products whose Material is linen and Price is at most 50". Filter syntax itself is never shown. */
export const filterWords = (t: Translate, fields: readonly CatalogueField[], filter: string): string => {
  const rows = readFilterRows(filter);
  if (rows === null || rows.length === 0) return t('filter.ownText');
  const said = rows.map(({ field, comparison, value }) => {
    const name = fields.find((each) => each.name === field)?.displayName ?? field;
    const shown = value === 'true' ? t('filter.yes') : value === 'false' ? t('filter.no') : value;
    return `${name} ${t(`filter.${comparison}`)} ${shown}`;
  });
  return t('filter.group', { what: said.join(` ${t('condition.and')} `) });
};
