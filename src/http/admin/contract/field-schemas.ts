import { type TProperties, type TSchema, Type } from 'typebox';
import { type FaultCode, faultTable } from '../../../errors.ts';
import { type ReasonCode, reasonValues } from '../../../fault-reasons.ts';
import { StringEnum } from '../../schema/schema-helpers.ts';

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

const codes = Object.keys(faultTable) as FaultCode[];

const reasons = Object.keys(reasonValues) as ReasonCode[];

const reason = StringEnum(
  reasons,
  'Code of the fault, for clients that show their own text; codes may be added.',
);
const values = Type.Optional(
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description: 'Values for the text of `reason`.',
  }),
);

/** A reason by code, with the values of its sentence: the portal shows it in its own language. */
export const ReasonDetail = Component('ReasonDetail', { reason, values });

const reasonFields = { reason: Type.Optional(reason), values };

export const AdminError = Component('AdminError', {
  code: StringEnum(codes),
  message: Type.String({ description: 'For a person.' }),
  nextStep: Type.Optional(Type.String({ description: 'What that person can do.' })),
  requestId: Type.String(),
  ...reasonFields,
  faults: Type.Optional(
    Type.Array(Type.Object({ path: Type.String(), message: Type.String(), ...reasonFields }), {
      description: 'Each thing that is wrong with the body, and where: `$.source.url`.',
    }),
  ),
  needsCode: Type.Optional(
    Type.Boolean({ description: 'The password was right; a code of the authenticator is needed too.' }),
  ),
});
