import { Type } from 'typebox';
import { type FaultCode, faultTable } from '../../../errors.ts';
import { Word } from '../../wire.ts';

const codes = Object.keys(faultTable) as FaultCode[];

/** Every refusal looks like this. */
export const AdminError = Type.Object(
  {
    code: Word(codes),
    message: Type.String({ description: 'For a person.' }),
    nextStep: Type.Optional(Type.String({ description: 'What that person can do.' })),
    requestId: Type.String(),
    faults: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'Each thing that is wrong with the body, and where: `$.source.url`.',
      }),
    ),
    needsCode: Type.Optional(
      Type.Boolean({ description: 'The password was right; a code of the authenticator is needed too.' }),
    ),
  },
  { title: 'AdminError' },
);
