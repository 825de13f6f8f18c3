import { Type } from 'typebox';
import { Component } from './field-schemas.ts';
import { type FaultCode, faultTable } from '../../../errors.ts';
import { type ReasonCode, reasonValues } from '../../../fault-reasons.ts';
import { StringEnum } from '../../schema/schema-helpers.ts';

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

/** The body of every error. */
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
