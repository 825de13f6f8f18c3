import { Type } from 'typebox';
import { Nullable, NullableText } from '../../schema/schema-helpers.ts';
import {
  ClosedComponent,
  Code,
  Component,
  Instant,
  NewPassword,
  Password,
} from '../contract/field-schemas.ts';
import { route } from '../contract/route.ts';

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
