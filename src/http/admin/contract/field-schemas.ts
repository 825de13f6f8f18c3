import { type TProperties, type TSchema, Type } from 'typebox';

/* Field schemas shared by the admin API. A schema with a `title` becomes a component. */

type Described = { readonly description?: string };

/** An object that becomes a component of the OpenAPI document under this name. */
export const Component = <P extends TProperties>(title: string, properties: P, options: Described = {}) =>
  Type.Object(properties, { title, ...options });

/** The same for a body: a property that it does not have is refused. */
export const ClosedComponent = <P extends TProperties>(
  title: string,
  properties: P,
  options: Described = {},
) => Type.Object(properties, { additionalProperties: false, title, ...options });

export const Instant = (description?: string) =>
  Type.String({ format: 'date-time', maxLength: 40, ...(description !== undefined && { description }) });

export const Count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });

export const Email = Type.String({
  maxLength: 254,
  pattern: '^[^@\\s]+@[^@\\s]+$',
  description: 'An e-mail address.',
});

/** Only the length is checked: rules about kinds of characters lead to worse passwords. */
export const NewPassword = Type.String({
  minLength: 12,
  maxLength: 200,
  description: 'A new password: 12 to 200 characters, and none of those that are tried first.',
});

export const Password = Type.String({ minLength: 1, maxLength: 256, description: 'The present password.' });

export const Code = Type.String({
  pattern: '^\\d{6}$',
  maxLength: 6,
  description: 'Six digits from the authenticator.',
});

/** A copy with a title, which makes it a component; the type stays that of the original. */
export const Titled = <S extends TSchema>(title: string, schema: S): S =>
  Type.Unsafe({ ...(JSON.parse(JSON.stringify(schema)) as object), title }) as unknown as S;

export const Page = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 100_000, description: 'Page, from 1.' }),
);
