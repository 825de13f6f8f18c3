export type FacetTexts = {
  readonly group: string;
  readonly clear: string;
  readonly from: string;
  readonly to: string;
  readonly yes: string;
  readonly no: string;
  readonly count: (count: number, shown: string) => string;
};

export const facetTexts: Readonly<Record<string, FacetTexts>> = {
  en: {
    group: 'Filters',
    clear: 'Clear all',
    from: 'From',
    to: 'To',
    yes: 'Yes',
    no: 'No',
    count: (count, shown) =>
      count === 0 ? 'Nothing matches' : `${shown} ${count === 1 ? 'product' : 'products'}`,
  },
  de: {
    group: 'Filter',
    clear: 'Alle löschen',
    from: 'Von',
    to: 'Bis',
    yes: 'Ja',
    no: 'Nein',
    count: (count, shown) =>
      count === 0 ? 'Nichts gefunden' : `${shown} ${count === 1 ? 'Produkt' : 'Produkte'}`,
  },
};
