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

/** The words for the values of a field of truth values; null for other fields. */
export const describeBoolean = (
  values: readonly FacetValue[],
  text: string,
  words: { readonly yes: string; readonly no: string },
): string | null => (isBoolean(values) ? (text === 'true' ? words.yes : words.no) : null);

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
