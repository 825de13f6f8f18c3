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

export const ChangePassword = ClosedComponent('ChangePassword', { current: Password, password: NewPassword });

export const TotpSetup = Component('TotpSetup', {
  secret: Type.String({ description: 'Base32, to be typed where no picture can be read.' }),
  uri: Type.String({ description: '`otpauth://totp/…`' }),
  qr: Type.String({ description: 'The same as an SVG picture.' }),
});

export const TotpCode = ClosedComponent('TotpCode', { code: Code });
export const PasswordConfirmation = ClosedComponent('PasswordConfirmation', { password: Password });

export const OpenSession = Component('OpenSession', {
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

export const OperatorToken = Component('OperatorToken', tokenFields);

export const NewToken = ClosedComponent('NewToken', {
  name: Type.String({ minLength: 1, maxLength: 100, description: 'What it is for.' }),
  password: Password,
});

export const IssuedToken = Component('IssuedToken', {
  ...tokenFields,
  token: Type.String({ description: '`kdr_tok_…`: shown once.' }),
});
