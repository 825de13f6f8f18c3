import { Type } from 'typebox';
import { Nullable, NullableText } from '../../schema/schema-helpers.ts';
import { Code, closedObject, Instant, NewPassword, Password } from '../contract/field-schemas.ts';

export const ChangePassword = Type.Object(
  { current: Password, password: NewPassword },
  { ...closedObject, title: 'ChangePassword' },
);

export const TotpSetup = Type.Object(
  {
    secret: Type.String({ description: 'Base32, to be typed where no picture can be read.' }),
    uri: Type.String({ description: '`otpauth://totp/…`' }),
    qr: Type.String({ description: 'The same as an SVG picture.' }),
  },
  { title: 'TotpSetup' },
);

export const TotpCode = Type.Object({ code: Code }, { ...closedObject, title: 'TotpCode' });
export const PasswordConfirmation = Type.Object(
  { password: Password },
  { ...closedObject, title: 'PasswordConfirmation' },
);

export const OpenSession = Type.Object(
  {
    id: Type.String(),
    createdAt: Instant(),
    lastUsedAt: Instant(),
    address: NullableText('Where it was last used from.'),
    userAgent: NullableText(),
    current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
  },
  { title: 'OpenSession' },
);

const tokenFields = {
  id: Type.String(),
  name: Type.String(),
  createdAt: Instant(),
  lastUsedAt: Nullable(Instant()),
};

export const OperatorToken = Type.Object(tokenFields, { title: 'OperatorToken' });

export const NewToken = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 100, description: 'What it is for.' }), password: Password },
  { ...closedObject, title: 'NewToken' },
);

export const IssuedToken = Type.Object(
  { ...tokenFields, token: Type.String({ description: '`kdr_tok_…`: shown once.' }) },
  { title: 'IssuedToken' },
);
