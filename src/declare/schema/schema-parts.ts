import { Type } from 'typebox';

export const noOtherProperties = { additionalProperties: false } as const;

/** For unions written as `{ "banner": { … } }`: the name of the only property is the kind. */
export const exactlyOneProperty = {
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
} as const;

export const uniqueName = (noun: string) =>
  Type.String({ minLength: 1, maxLength: 200, description: `Name of the ${noun}, unique in the website.` });

export const stringList = (description: string, minItems = 0) =>
  Type.Array(Type.String({ minLength: 1 }), { description, minItems });

export const filterText = (description: string) =>
  Type.String({
    minLength: 1,
    description: `${description} A filter such as: brand eq 'Acme' and not (price gt 100 or color in ('red', 'blue')).`,
  });

export const positiveInteger = (description: string, maximum?: number) =>
  Type.Integer({ minimum: 1, description, ...(maximum !== undefined && { maximum }) });
