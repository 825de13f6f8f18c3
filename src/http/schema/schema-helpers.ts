import { type TSchema, Type } from 'typebox';
import type { ValueOf } from '../../contract/schema-parts.ts';

/*
 * Schema constructors shared by the operations and the admin API. A schema with a `title` becomes a component of
 * the OpenAPI document under that name.
 */

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const NullableText = (description?: string) =>
  Nullable(Type.String(description === undefined ? {} : { description }));

export const Int32 = (description?: string) =>
  Type.Integer({ format: 'int32', ...descriptionOption(description) });
export const Int64 = (description?: string) =>
  Type.Integer({ format: 'int64', ...descriptionOption(description) });
export const Double = (description?: string) =>
  Type.Number({ format: 'double', ...descriptionOption(description) });
export const Flag = (description?: string) => Type.Boolean(descriptionOption(description));

export const StringEnum = <const T extends readonly string[]>(words: T, description?: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...words], ...descriptionOption(description) });

export type Wire<T extends TSchema> = ValueOf<T>;

const descriptionOption = (description: string | undefined): { description?: string } =>
  description === undefined ? {} : { description };
