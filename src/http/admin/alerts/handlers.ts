import type { Alerts, AlertSettings, Delivery } from '../../../alerts/alerts.ts';
import type { Store } from '../../../store/store.ts';
import type { HandlersOf } from '../core/handler.ts';
import type { alertRoutes } from './routes.ts';
import type { WireAlertDelivery, WireAlertSettings } from './schema.ts';

type Needs = { readonly store: Pick<Store, 'audit'>; readonly alerts: Alerts };

export const alertHandlers = ({ store, alerts }: Needs): HandlersOf<typeof alertRoutes> => ({
  getAlerts: async ({ website }) => presentMasked(await alerts.read(website)),
  updateAlerts: async ({ website, body, actor }) => {
    const before = await alerts.read(website);
    if (before.url === body.url) return presentMasked(before);
    const after = await alerts.save(website, body.url);
    store.audit.record({
      websiteId: website.id,
      actor,
      action: 'alerts.update',
      subject: 'alerts',
      before: { url: before.url },
      after: { url: after.url },
    });
    return before.secret === null ? presentSettings(after) : presentMasked(after);
  },
  testAlerts: async ({ website }) => presentDelivery(await alerts.test(website)),
});

const presentDelivery = (delivery: Delivery): WireAlertDelivery => ({ ...delivery });

/** Enough to tell secrets apart; the whole one is shown once, when it is made. */
const presentMasked = (settings: AlertSettings): WireAlertSettings =>
  presentSettings({ ...settings, secret: settings.secret && `…${settings.secret.slice(-4)}` });

const presentSettings = ({ url, secret, deliveries }: AlertSettings): WireAlertSettings => ({
  url,
  secret,
  deliveries: deliveries.map(presentDelivery),
});
