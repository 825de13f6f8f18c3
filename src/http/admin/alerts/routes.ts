import { Type } from 'typebox';
import { alertDelivery, alertSettings } from '../../../contract/alert.ts';
import { textLengthLimits, webAddressPattern } from '../../../domain/settings/limits.ts';
import { Nullable } from '../../schema/schema-helpers.ts';
import { ClosedComponent } from '../contract/field-schemas.ts';
import { route } from '../contract/route.ts';

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
    response: alertSettings,
  }),
  route('updateAlerts', 'PUT', alerts, 'owner', {
    summary: 'Set or remove the addresses that alerts are sent to. A first web address gets a new secret.',
    body: AlertAddress,
    response: alertSettings,
  }),
  route('testAlerts', 'POST', `${alerts}/test`, 'owner', {
    summary: 'Send a test at once; the answer says how it went.',
    response: alertDelivery,
  }),
] as const;
