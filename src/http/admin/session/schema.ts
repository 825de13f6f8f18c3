import { Type } from 'typebox';
import { roles } from '../../../domain/operator.ts';
import { Nullable, StringEnum } from '../../schema/schema-helpers.ts';
import {
  ClosedComponent,
  Code,
  Component,
  Email,
  Instant,
  NewPassword,
  Password,
} from '../contract/field-schemas.ts';

export const Role = StringEnum(roles);

export const EnteredUntil = Type.Optional(
  Instant('Until when an administrator has entered it; left out for members.'),
);

export const Session = Component('Session', {
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
});

export const SignInOutcome = Component('SignInOutcome', {
  email: Type.String(),
  signedIn: Type.Boolean({ description: 'False when a code is needed to sign in.' }),
});

export const SignIn = ClosedComponent('SignIn', {
  email: Email,
  password: Password,
  code: Type.Optional(Code),
});

export const SetupNeed = Component('SetupNeed', {
  needed: Type.Boolean({ description: 'True while there is no account at all.' }),
});

export const SetupState = Component('SetupState', { valid: Type.Boolean() });

export const Setup = ClosedComponent('Setup', {
  token: Type.String({ maxLength: 200 }),
  email: Email,
  password: NewPassword,
});

export const Invitation = Component('Invitation', {
  email: Type.String(),
  website: Type.String(),
  role: Role,
});

export const AcceptInvitation = ClosedComponent(
  'AcceptInvitation',
  {
    password: NewPassword,
    separate: Type.Optional(
      Type.Boolean({
        description:
          'The account of this address is not mine: make another. Its password distinguishes it from the first.',
      }),
    ),
  },
  { description: 'A new password; somebody who has an account already gives the password of that account.' },
);
