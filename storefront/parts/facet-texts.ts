/** `one` and `other` are plural forms; the texts of a page may have the others of its language too. */
export type FacetTexts = Readonly<
  Record<'filters' | 'clear' | 'from' | 'to' | 'yes' | 'no' | 'nothing' | 'one' | 'other', string>
> & { readonly [Form in Intl.LDMLPluralRule]?: string };

export const facetTexts: Readonly<Record<string, FacetTexts>> = {
  en: {
    filters: 'Filters',
    clear: 'Clear all',
    from: 'From',
    to: 'To',
    yes: 'Yes',
    no: 'No',
    nothing: 'Nothing matches',
    one: '{count} product',
    other: '{count} products',
  },
  de: {
    filters: 'Filter',
    clear: 'Alle löschen',
    from: 'Von',
    to: 'Bis',
    yes: 'Ja',
    no: 'Nein',
    nothing: 'Nichts gefunden',
    one: '{count} Produkt',
    other: '{count} Produkte',
  },
  hu: {
    filters: 'Szűrők',
    clear: 'Összes törlése',
    from: 'Legalább',
    to: 'Legfeljebb',
    yes: 'Igen',
    no: 'Nem',
    nothing: 'Nincs találat',
    one: '{count} termék',
    other: '{count} termék',
  },
};

export const describeCount = (count: number, texts: FacetTexts, language: string): string => {
  if (count === 0) return texts.nothing;
  const form = texts[new Intl.PluralRules(language).select(count)] ?? texts.other;
  return form.replace('{count}', count.toLocaleString(language));
};
