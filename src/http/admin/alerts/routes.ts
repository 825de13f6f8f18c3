import { route } from '../contract/route.ts';
import { AlertAddress, AlertDelivery, AlertSettings } from './schema.ts';

const alerts = '/admin/websites/{website}/alerts';

export const alertRoutes = [
  route({
    id: 'getAlerts',
    method: 'GET',
    path: alerts,
    access: 'owner',
    summary: 'Where alerts of the website are sent, and the last deliveries.',
    response: AlertSettings,
  }),
  route({
    id: 'updateAlerts',
    method: 'PUT',
    path: alerts,
    access: 'owner',
    summary: 'Set or remove the address that alerts are sent to. A first address gets a new secret.',
    body: AlertAddress,
    response: AlertSettings,
  }),
  route({
    id: 'testAlerts',
    method: 'POST',
    path: `${alerts}/test`,
    access: 'owner',
    summary: 'Send a test at once; the answer says how it went.',
    response: AlertDelivery,
  }),
] as const;
