import { Type } from 'typebox';
import { int32Limits, textLengthLimits } from '../../domain/configuration-limits.ts';
import { filterTextLimits } from '../../domain/filter-text.ts';
import { webAddressPattern } from '../../domain/web-address.ts';

export const noOtherProperties = { additionalProperties: false } as const;

/** For unions written as `{ "banner": { … } }`: the name of the only property is the kind. */
export const exactlyOneProperty = {
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
} as const;

export const uniqueName = (noun: string) =>
  Type.String({
    minLength: 1,
    maxLength: textLengthLimits.name,
    description: `Name of the ${noun}, unique in the website.`,
  });

/** A text with at least one character. Every text has a maximum length. */
export const boundedText = (limit: keyof typeof textLengthLimits, description: string) =>
  Type.String({ minLength: 1, maxLength: textLengthLimits[limit], description });

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
