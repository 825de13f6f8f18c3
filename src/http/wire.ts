import { type Static, type TSchema, Type } from 'typebox';

/*
 * Words that both operations' schemas are written in. A schema with a `title` becomes a component of the
 * OpenAPI document under that name.
 */

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const Text = (description?: string) =>
  Nullable(Type.String(description === undefined ? {} : { description }));

export const Int32 = (description?: string) => Type.Integer({ format: 'int32', ...described(description) });
export const Int64 = (description?: string) => Type.Integer({ format: 'int64', ...described(description) });
export const Double = (description?: string) => Type.Number({ format: 'double', ...described(description) });
export const Flag = (description?: string) => Type.Boolean(described(description));

/** One of a few words. */
export const Word = <const T extends readonly string[]>(words: T, description?: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...words], ...described(description) });

export type Wire<T extends TSchema> = Static<T>;

const described = (description: string | undefined): { description?: string } => {
  return description === undefined ? {} : { description };
};
