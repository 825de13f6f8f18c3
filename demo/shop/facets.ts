import type { DemoProduct } from '../drawing/product.ts';
import { groupFamilies } from './catalogue.ts';

export const facetFields = ['colour', 'material', 'brand', 'gender', 'room'] as const;
export type FacetField = (typeof facetFields)[number];

const sortings = ['cheap', 'dear'] as const;
type Sorting = (typeof sortings)[number];

/** What the visitor ticked, as it is in the address of the page. */
export type Selection = {
  readonly values: Readonly<Record<FacetField, readonly string[]>>;
  /** Euros, inclusive; null: open. */
  readonly from: number | null;
  readonly to: number | null;
  readonly sorting: Sorting | null;
};

export type FacetValue = { readonly name: string; readonly count: number; readonly selected: boolean };
export type ListFacet = { readonly field: FacetField; readonly values: readonly FacetValue[] };

export type Listing = {
  readonly facets: readonly ListFacet[];
  /** Whole euros over the list before it was narrowed. */
  readonly prices: { readonly lowest: number; readonly highest: number };
  /** One entry for each product in all its colours; the first one is shown. */
  readonly families: readonly (readonly DemoProduct[])[];
  readonly narrowed: boolean;
};

const readNumber = (text: string | null): number | null => {
  const value = Number(text?.trim() || Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : null;
};

export const readSelection = (query: URLSearchParams): Selection => {
  const values = (field: FacetField) => query.getAll(field).filter((value) => value !== '');
  return {
    values: {
      colour: values('colour'),
      material: values('material'),
      brand: values('brand'),
      gender: values('gender'),
      room: values('room'),
    },
    from: readNumber(query.get('from')),
    to: readNumber(query.get('to')),
    sorting: sortings.find((each) => each === query.get('sort')) ?? null,
  };
};

const passes = (product: DemoProduct, selection: Selection, except: FacetField | null): boolean => {
  const { values, from, to } = selection;
  if ((from !== null && product.price < from) || (to !== null && product.price > to)) return false;
  return facetFields.every((field) => {
    const wanted = values[field];
    return field === except || wanted.length === 0 || wanted.includes(product[field] ?? '');
  });
};

/** Several values of one facet widen the list, so that a facet's own ticks do not change its own counts. */
const countValues = (
  products: readonly DemoProduct[],
  selection: Selection,
  field: FacetField,
): ListFacet => {
  const passing = products.filter((product) => passes(product, selection, field));
  const names = [...new Set(products.map((product) => product[field]))].filter((name) => name !== null);
  const values = names.map((name) => ({
    name,
    count: groupFamilies(passing.filter((product) => product[field] === name)).length,
    selected: selection.values[field].includes(name),
  }));
  return { field, values: values.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)) };
};

const sortFamilies = (families: (readonly DemoProduct[])[], sorting: Sorting | null) => {
  if (sorting === null) return families;
  const sign = sorting === 'cheap' ? 1 : -1;
  const price = (family: readonly DemoProduct[]) => family[0]?.price ?? 0;
  return families.sort((a, b) => sign * (price(a) - price(b)));
};

/** Narrows a list of products, and counts what each further tick would leave. */
export const narrow = (products: readonly DemoProduct[], selection: Selection): Listing => {
  const passing = products.filter((product) => passes(product, selection, null));
  const prices = products.map(({ price }) => price);
  return {
    facets: facetFields
      .map((field) => countValues(products, selection, field))
      .filter(({ values }) => values.length > 1),
    prices: { lowest: Math.floor(Math.min(...prices)), highest: Math.ceil(Math.max(...prices)) },
    families: sortFamilies(groupFamilies(passing), selection.sorting),
    narrowed: passing.length < products.length,
  };
};
