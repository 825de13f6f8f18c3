import type { facetTypes } from './settings/choices.ts';

export type FacetType = (typeof facetTypes)[number];

export type FacetValue = { readonly name: string; readonly count: number };

/**
 * What an engine counts for one field.
 * `count`: products of the candidate set that have the field.
 * A value facet is counted under every filter but its own. A range facet has the bounds of the set
 * before the caller's filters, and after them (null when nothing is left).
 */
export type FacetCount =
  | {
      readonly kind: 'value';
      readonly field: string;
      readonly count: number;
      /** Most frequent first, then by name. */
      readonly values: readonly FacetValue[];
    }
  | {
      readonly kind: 'range';
      readonly field: string;
      readonly count: number;
      readonly min: number;
      readonly max: number;
      readonly filteredMin: number | null;
      readonly filteredMax: number | null;
    };
