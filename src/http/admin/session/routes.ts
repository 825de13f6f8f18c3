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
import { route } from '../contract/route.ts';

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
  release: Type.String({ description: 'The version of the program.' }),
});

const SignInOutcome = Component('SignInOutcome', {
  email: Type.String(),
  signedIn: Type.Boolean({ description: 'False when a code is needed to sign in.' }),
});

const SignIn = ClosedComponent('SignIn', {
  email: Email,
  password: Password,
  code: Type.Optional(Code),
});

const SetupNeed = Component('SetupNeed', {
  needed: Type.Boolean({ description: 'True while there is no account at all.' }),
});

const SetupState = Component('SetupState', { valid: Type.Boolean() });

const Setup = ClosedComponent('Setup', {
  token: Type.String({ maxLength: 200 }),
  email: Email,
  password: NewPassword,
});

const Invitation = Component('Invitation', {
  email: Type.String(),
  website: Type.String(),
  role: Role,
});

const AcceptInvitation = ClosedComponent(
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

export const sessionRoutes = [
  route('signIn', 'POST', '/admin/session', 'public', {
    summary: 'Sign in. Sets the cookie of the session.',
    body: SignIn,
    response: Session,
  }),
  route('getSession', 'GET', '/admin/session', 'operator', {
    summary: 'Who is signed in.',
    response: Session,
  }),
  route('signOut', 'DELETE', '/admin/session', 'operator', {
    summary: 'Sign out. Ends the session at once.',
    response: null,
  }),
  route('getSetupNeed', 'GET', '/admin/setup', 'public', {
    summary: 'Whether this installation still has to be set up.',
    response: SetupNeed,
  }),
  route('getSetup', 'GET', '/admin/setup/{token}', 'public', {
    summary: 'Whether a set-up link can still be used.',
    response: SetupState,
  }),
  route('setUp', 'POST', '/admin/setup', 'public', {
    summary: 'Create the first administrator, once, with the token of the set-up link. Signs in.',
    body: Setup,
    response: SignInOutcome,
    status: 201,
  }),
  route('getInvitation', 'GET', '/admin/invitations/{token}', 'public', {
    summary: 'What an invitation link invites to.',
    response: Invitation,
  }),
  route('acceptInvitation', 'POST', '/admin/invitations/{token}', 'public', {
    summary: 'Accept an invitation. Signs in.',
    body: AcceptInvitation,
    response: SignInOutcome,
    status: 201,
  }),
] as const;
