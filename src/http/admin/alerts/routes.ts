import { Type } from 'typebox';
import { alertKinds, alertWays, deliveryStates } from '../../../domain/alert.ts';
import { textLengthLimits } from '../../../domain/configuration-limits.ts';
import { webAddressPattern } from '../../../domain/web-address.ts';
import { Nullable, NullableText, StringEnum } from '../../schema/schema-helpers.ts';
import { ClosedComponent, Component, Count, Instant } from '../contract/field-schemas.ts';
import { route } from '../contract/route.ts';

const AlertDelivery = Component('AlertDelivery', {
  id: Type.String({ description: 'Sent as X-Kindred-Delivery.' }),
  at: Instant(),
  way: Type.Optional(StringEnum(alertWays, 'Left out: by the webhook.')),
  kind: StringEnum(alertKinds),
  subject: Type.String({ description: 'The dataset or the box.' }),
  text: Type.String(),
  state: StringEnum(deliveryStates),
  attempts: Count(),
  result: NullableText('What the receiver answered, or why it did not.'),
});

const AlertSettings = Component('AlertSettings', {
  url: NullableText('Where alerts are posted; null: nowhere.'),
  email: NullableText('Where alerts are mailed; null: nowhere.'),
  canMail: Type.Boolean({ description: 'Whether the installation has a mail server (KINDRED_SMTP_URL).' }),
  secret: NullableText(
    'Signs every delivery (X-Kindred-Signature). Whole only in the answer that sets an address where there was none; otherwise its last four characters.',
  ),
  deliveries: Type.Array(AlertDelivery, { description: 'The last 20, newest first.' }),
});

const AlertAddress = ClosedComponent('AlertAddress', {
  url: Nullable(
    Type.String({
      pattern: webAddressPattern,
      maxLength: textLengthLimits.url,
      description: 'An http or https address, without a user name and password.',
    }),
  ),
  email: Type.Optional(
    Nullable(
      Type.String({
        pattern: '^[^\\s<>@,]+@[^\\s<>@,]+$',
        maxLength: 254,
        description: 'An e-mail address. Left out: it stays.',
      }),
    ),
  ),
});

const alerts = '/admin/websites/{website}/alerts';

export const alertRoutes = [
  route('getAlerts', 'GET', alerts, 'owner', {
    summary: 'Where alerts of the website are sent, and the last deliveries.',
    response: AlertSettings,
  }),
  route('updateAlerts', 'PUT', alerts, 'owner', {
    summary: 'Set or remove the addresses that alerts are sent to. A first web address gets a new secret.',
    body: AlertAddress,
    response: AlertSettings,
  }),
  route('testAlerts', 'POST', `${alerts}/test`, 'owner', {
    summary: 'Send a test at once; the answer says how it went.',
    response: AlertDelivery,
  }),
] as const;
