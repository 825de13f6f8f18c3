import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import {
  int32Limits,
  textLengthLimits,
  filterTextLimits,
  webAddressPattern,
} from '../domain/settings/limits.ts';
import { comparisons } from '../domain/settings/choices.ts';

type ReadonlyDeep<T> = T extends (infer Item)[]
  ? readonly ReadonlyDeep<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> }
    : T;

/** The values that a schema describes. They are shared, so nobody may change them. */
export type ValueOf<S extends TSchema> = ReadonlyDeep<Static<S>>;

export const noOtherProperties = { additionalProperties: false } as const;

export const closedObject = <P extends TProperties>(description: string, properties: P) =>
  Type.Object(properties, { ...noOtherProperties, description });

/** For unions written as `{ "banner": { … } }`: the name of the only property is the kind. */
export const exactlyOne = <P extends TProperties>(description: string, properties: P) =>
  Type.Object(properties, { ...noOtherProperties, minProperties: 1, maxProperties: 1, description });

export const uniqueName = (noun: string) =>
  boundedText('name', `Name of the ${noun}, unique in the website.`);

/** A text with at least one character. Every text has a maximum length. */
export const boundedText = (limit: keyof typeof textLengthLimits, description: string) =>
  Type.String({ minLength: 1, maxLength: textLengthLimits[limit], description });

/** It may be empty. */
export const anyText = (limit: keyof typeof textLengthLimits, description: string) =>
  Type.String({ maxLength: textLengthLimits[limit], description });

export const listOf = <S extends TSchema>(
  item: S,
  description: string,
  maxItems: number,
  minItems?: number,
) => Type.Array(item, { ...(minItems !== undefined && { minItems }), maxItems, description });

export const stringList = (description: string, maxItems: number, minItems = 0) =>
  Type.Array(Type.String({ minLength: 1, maxLength: textLengthLimits.value }), {
    description,
    minItems,
    maxItems,
  });

export const filterText = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: filterTextLimits.length,
    description: `${description} A filter such as: brand eq 'Acme' and not (price gt 100 or color in ('red', 'blue')).`,
  });

/** A whole number that fits into 32 bits, within narrower bounds if given. */
export const int32 = (description: string, bounds: { minimum?: number; maximum?: number } = {}) =>
  Type.Integer({ ...int32Limits, ...bounds, description });

export const positiveInteger = (description: string, maximum: number = int32Limits.maximum) =>
  int32(description, { minimum: 1, maximum });

/** An absolute http or https address: a shop turns it into a link. */
export const webAddress = (description: string) =>
  Type.String({
    pattern: webAddressPattern,
    maxLength: textLengthLimits.url,
    description: `${description} An http or https address.`,
  });

/* Parts of stored values. */

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const id = Type.Integer({ minimum: 1 });

/** A GUID in canonical form. */
export const tracker = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });

export const storedName = Type.String({ minLength: 1, maxLength: textLengthLimits.name });

export type Scalar = string | number | boolean;

/** A restriction of the result set. (What the public API calls "Filter" is a Facet here.) */
export type Filter =
  | {
      readonly kind: 'compare';
      readonly field: string;
      readonly comparison: (typeof comparisons)[number];
      readonly value: Scalar;
    }
  | { readonly kind: 'in'; readonly field: string; readonly values: readonly Scalar[] }
  | { readonly kind: 'and'; readonly parts: readonly Filter[] }
  | { readonly kind: 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter };

const scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);
const self = Type.Ref('Filter');

/** The type is given explicitly: TypeScript cannot infer the type of a recursive schema. */
export const parsedFilter = Type.Unsafe<Filter>(
  Type.Cyclic(
    {
      Filter: Type.Union([
        Type.Object({
          kind: Type.Literal('compare'),
          field: Type.String(),
          comparison: Type.Enum([...comparisons]),
          value: scalar,
        }),
        Type.Object({
          kind: Type.Literal('in'),
          field: Type.String(),
          values: Type.Array(scalar, { minItems: 1 }),
        }),
        Type.Object({ kind: Type.Literal('and'), parts: Type.Array(self, { minItems: 1 }) }),
        Type.Object({ kind: Type.Literal('or'), parts: Type.Array(self, { minItems: 1 }) }),
        Type.Object({ kind: Type.Literal('not'), part: self }),
      ]),
    },
    'Filter',
  ),
);

const declarationOnly: ReadonlySet<string> = new Set([
  ...['minLength', 'maxLength', 'pattern', 'format'],
  ...['maximum', 'exclusiveMaximum', 'maxItems', 'uniqueItems'],
  ...['minProperties', 'maxProperties', 'additionalProperties', 'description'],
]);

/**
 * The schema of a declared value for the same value in the store: without upper limits and rules of texts, and with
 * properties that a later release may have added. A limit that becomes lower must not make stored values unreadable.
 */
export const asStored = <S extends TSchema>(declared: S): S => loosen(declared) as S;

const loosen = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(loosen);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([keyword]) => !declarationOnly.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, each]) => [
      keyword,
      keyword === 'properties' ? loosenEach(each as object) : loosen(each),
    ]),
  );
};

const loosenEach = (properties: object): object =>
  Object.fromEntries(
    Object.entries(properties as Record<string, object>).map(([name, schema]) => {
      const loosened = loosen(schema) as TSchema;
      return [name, '~optional' in schema ? Type.Optional(loosened) : loosened];
    }),
  );

/** `undefined` as well as left out: a change that says so takes the stored value away. */
export const removable = <T>(schema: object) => Type.Optional(Type.Unsafe<T | undefined>(schema));
