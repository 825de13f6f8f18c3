import { Type } from 'typebox';
import { roles } from '../../../domain/operator.ts';
import { Nullable, NullableText, StringEnum } from '../../schema/schema-helpers.ts';
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

const ChangePassword = ClosedComponent('ChangePassword', { current: Password, password: NewPassword });

const TotpSetup = Component('TotpSetup', {
  secret: Type.String({ description: 'Base32, to be typed where no picture can be read.' }),
  uri: Type.String({ description: '`otpauth://totp/…`' }),
  qr: Type.String({ description: 'The same as an SVG picture.' }),
});

const TotpCode = ClosedComponent('TotpCode', { code: Code });
export const PasswordConfirmation = ClosedComponent('PasswordConfirmation', { password: Password });

const OpenSession = Component('OpenSession', {
  id: Type.String(),
  createdAt: Instant(),
  lastUsedAt: Instant(),
  address: NullableText('Where it was last used from.'),
  userAgent: NullableText(),
  current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
});

const tokenFields = {
  id: Type.String(),
  name: Type.String(),
  createdAt: Instant(),
  lastUsedAt: Nullable(Instant()),
};

const OperatorToken = Component('OperatorToken', tokenFields);

const NewToken = ClosedComponent('NewToken', {
  name: Type.String({ minLength: 1, maxLength: 100, description: 'What it is for.' }),
  password: Password,
});

const IssuedToken = Component('IssuedToken', {
  ...tokenFields,
  token: Type.String({ description: '`kdr_tok_…`: shown once.' }),
});

export const accountRoutes = [
  route('changePassword', 'POST', '/admin/password', 'operator', {
    summary: 'Change the own password. Every other session and every token of the operator ends.',
    body: ChangePassword,
    response: null,
  }),
  route('beginTotp', 'POST', '/admin/totp', 'operator', {
    summary:
      'Get a secret for an authenticator. Nothing changes before it is confirmed. Needs a session, not a token.',
    body: PasswordConfirmation,
    response: TotpSetup,
  }),
  route('confirmTotp', 'PUT', '/admin/totp', 'operator', {
    summary:
      'Confirm the secret with a code: from now on a code is asked for at sign-in. Needs a session, not a token.',
    body: TotpCode,
    response: null,
  }),
  route('removeTotp', 'DELETE', '/admin/totp', 'operator', {
    summary: 'Turn two-factor sign-in off.',
    body: PasswordConfirmation,
    response: null,
  }),
  route('listSessions', 'GET', '/admin/sessions', 'operator', {
    summary: 'The own open sessions.',
    response: Type.Array(OpenSession),
  }),
  route('endSession', 'DELETE', '/admin/sessions/{session}', 'operator', {
    summary: 'End one of the own sessions.',
    response: null,
  }),
  route('listTokens', 'GET', '/admin/tokens', 'operator', {
    summary: 'The own tokens for scripts.',
    response: Type.Array(OperatorToken),
  }),
  route('createToken', 'POST', '/admin/tokens', 'operator', {
    summary: 'Create a token for scripts. It is shown once. Needs a session, not a token.',
    body: NewToken,
    response: IssuedToken,
    status: 201,
  }),
  route('removeToken', 'DELETE', '/admin/tokens/{token}', 'operator', {
    summary: 'Revoke one of the own tokens.',
    response: null,
  }),
] as const;
