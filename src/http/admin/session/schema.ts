import { Type } from 'typebox';
import { roles } from '../../../domain/operator.ts';
import { Nullable, StringEnum } from '../../schema/schema-helpers.ts';
import { Code, closedObject, Email, Instant, NewPassword, Password } from '../contract/field-schemas.ts';

export const Role = StringEnum(roles);

export const EnteredUntil = Type.Optional(
  Instant('Until when an administrator has entered it; left out for members.'),
);

export const Session = Type.Object(
  {
    operator: Type.Object({
      email: Type.String(),
      administrator: Type.Boolean(),
      totp: Type.Boolean({ description: 'Whether a code is asked for at sign-in.' }),
      passwordUntil: Nullable(
        Instant('Until when the password works: set while it is one that a program made.'),
      ),
    }),
    websites: Type.Array(
      Type.Object({
        name: Type.String(),
        displayName: Type.String(),
        role: Role,
        enteredUntil: EnteredUntil,
      }),
      { description: 'Those that the operator can open.' },
    ),
    expiresAt: Nullable(Instant('When it ends unless it is used before; null for a token.')),
    demoReachable: Type.Boolean({
      description: 'There is a demo account, and others than this machine can reach the service.',
    }),
  },
  { title: 'Session' },
);

export const SignInOutcome = Type.Object(
  {
    email: Type.String(),
    signedIn: Type.Boolean({ description: 'False when a code is needed to sign in.' }),
  },
  { title: 'SignInOutcome' },
);

export const SignIn = Type.Object(
  { email: Email, password: Password, code: Type.Optional(Code) },
  { ...closedObject, title: 'SignIn' },
);

export const SetupState = Type.Object({ valid: Type.Boolean() }, { title: 'SetupState' });

export const Setup = Type.Object(
  { token: Type.String({ maxLength: 200 }), email: Email, password: NewPassword },
  { ...closedObject, title: 'Setup' },
);

export const Invitation = Type.Object(
  { email: Type.String(), website: Type.String(), role: Role },
  { title: 'Invitation' },
);

export const AcceptInvitation = Type.Object(
  {
    password: NewPassword,
    separate: Type.Optional(
      Type.Boolean({
        description:
          'The account of this address is not mine: make another. Its password distinguishes it from the first.',
      }),
    ),
  },
  {
    ...closedObject,
    title: 'AcceptInvitation',
    description: 'A new password; somebody who has an account already gives the password of that account.',
  },
);
