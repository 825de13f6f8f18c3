import { route } from '../contract/route.ts';
import { AlertAddress, AlertDelivery, AlertSettings } from './schema.ts';

const alerts = '/admin/websites/{website}/alerts';

export const alertRoutes = [
  route('getAlerts', 'GET', alerts, 'owner', {
    summary: 'Where alerts of the website are sent, and the last deliveries.',
    response: AlertSettings,
  }),
  route('updateAlerts', 'PUT', alerts, 'owner', {
    summary: 'Set or remove the address that alerts are sent to. A first address gets a new secret.',
    body: AlertAddress,
    response: AlertSettings,
  }),
  route('testAlerts', 'POST', `${alerts}/test`, 'owner', {
    summary: 'Send a test at once; the answer says how it went.',
    response: AlertDelivery,
  }),
] as const;
