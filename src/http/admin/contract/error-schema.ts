import { Type } from 'typebox';
import { type FaultCode, faultTable } from '../../../errors.ts';
import { type ReasonCode, reasonValues } from '../../../fault-reasons.ts';
import { StringEnum } from '../../schema-helpers.ts';

const codes = Object.keys(faultTable) as FaultCode[];

const reasons = Object.keys(reasonValues) as ReasonCode[];

const reason = StringEnum(reasons, 'Which fault it is, to tell it in other words; more may come.');
const values = Type.Optional(
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description: 'What the sentence of `reason` names.',
  }),
);

/** A reason by name. */
export const ReasonDetail = Type.Object({ reason, values }, { title: 'ToldReason' });

const reasonFields = { reason: Type.Optional(reason), values };

/** Every refusal looks like this. */
export const AdminError = Type.Object(
  {
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
  },
  { title: 'AdminError' },
);
