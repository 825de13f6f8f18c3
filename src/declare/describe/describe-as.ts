import type { TObject } from 'typebox';
import type { ValueOf } from '../../contract/schema-parts.ts';

type OrNull<T> = { readonly [K in keyof T]: T[K] | null };

/**
 * The properties that the schema of a declaration has, in its order, without those that are null. What a later release
 * has stored besides is left out: this one could not apply it.
 */
export const describeAs = <S extends TObject>(schema: S, value: OrNull<ValueOf<S>>): ValueOf<S> => {
  const values = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(schema.properties).filter((name) => (values[name] ?? null) !== null);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as ValueOf<S>;
};
