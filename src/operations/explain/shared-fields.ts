import type { Field } from '../../domain/dataset.ts';
import type { Scalar } from '../../domain/filter.ts';
import type { Hit, Source } from '../../engine/engine.ts';
import { decodeRecord } from '../../domain/product-record.ts';
import { listFieldValues } from '../photo-search/photo-source.ts';

/** A field with values that both products have. */
export type SharedField = {
  readonly field: string;
  readonly displayName: string;
  readonly values: readonly string[];
  /** false for a category path that is equal only on its outer levels. */
  readonly whole: boolean;
};

/**
 * Facetable fields with a common value. Numbers and `false` are left out: an equal price or "both not on sale"
 * does not explain why products look alike.
 */
export const findSharedFields = (hit: Hit, source: Source, fields: readonly Field[]): SharedField[] => {
  const record = decodeRecord(hit.record);
  return fields
    .filter(({ facetable, type }) => facetable && type !== 'number')
    .flatMap(({ name, displayName, type }) => {
      const sourceValues = source.values(name);
      const values = intersect(sourceValues, listFieldValues(record[name], type));
      const whole = type !== 'path' || values.some((value) => isInnermost(value, sourceValues));
      return values.length === 0 ? [] : [{ field: name, displayName, values, whole }];
    });
};

const intersect = (values: readonly Scalar[], others: readonly string[]): string[] =>
  values
    .filter((value) => value !== false)
    .map(String)
    .filter((value) => others.includes(value));

const isInnermost = (level: string, levels: readonly Scalar[]): boolean =>
  !levels.some((other) => String(other).startsWith(`${level}/`));
