/** The Filter of the image search response. */
export type WireFacet = {
  readonly name: string | null;
  readonly displayName: string | null;
  readonly type: 'range' | 'value';
  readonly count: number;
  readonly ranges: readonly { readonly min: number; readonly max: number }[] | null;
  readonly values: readonly FacetValue[] | null;
};

type FacetValue = { readonly name: string | null; readonly count: number | null; readonly disabled: boolean };

export type Bounds = { readonly min?: number; readonly max?: number };

/** Chosen values and bounds by field. */
export type FacetSelection = Readonly<
  Record<string, { readonly values?: readonly string[]; readonly bounds?: Bounds }>
>;

export const toggleValue = (values: readonly string[], value: string): string[] =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value];

/** A field without chosen values leaves the selection. */
export const selectValues = (
  selection: FacetSelection,
  field: string,
  values: readonly string[],
): FacetSelection => {
  const { [field]: _, ...rest } = selection;
  return values.length > 0 ? { ...rest, [field]: { values } } : rest;
};

const isBoolean = (values: readonly FacetValue[]): boolean =>
  values.every(({ name }) => name === 'true' || name === 'false');

/**
 * Where `Shoes` is listed too, `Shoes/Boots` is a subcategory and is shown as `Shoes › Boots`. A field of truth values
 * is shown in words.
 */
export const formatValue = (
  values: readonly FacetValue[],
  text: string,
  words: { readonly yes: string; readonly no: string },
): string => {
  if (isBoolean(values)) return text === 'true' ? words.yes : words.no;
  const parent = text.slice(0, Math.max(0, text.lastIndexOf('/')));
  return values.some(({ name }) => name === parent && parent !== '') ? text.replaceAll('/', ' › ') : text;
};

/** The first `count` facets and every one with a selection; the others can be unfolded. */
export const splitFacets = <F extends Pick<WireFacet, 'name'>>(
  facets: readonly F[],
  selection: FacetSelection,
  count: number,
): { readonly shown: F[]; readonly folded: F[] } => {
  const isShown = ({ name }: F, index: number): boolean => index < count || (name ?? '') in selection;
  return {
    shown: facets.filter((facet, index) => isShown(facet, index)),
    folded: facets.filter((facet, index) => !isShown(facet, index)),
  };
};
