import type { Alerts, AlertSettings } from '../../../alerts/alerts.ts';
import type { Store } from '../../../store/store.ts';
import type { HandlersOf } from '../core/handler.ts';
import type { alertRoutes } from './routes.ts';

type Needs = { readonly store: Pick<Store, 'audit'>; readonly alerts: Alerts };

export const alertHandlers = ({ store, alerts }: Needs): HandlersOf<typeof alertRoutes> => ({
  getAlerts: async ({ website }) => maskSecret(await alerts.read(website)),
  updateAlerts: async ({ website, body, actor }) => {
    const before = await alerts.read(website);
    if (before.url === body.url) return maskSecret(before);
    const after = await alerts.save(website, body.url);
    await store.audit.record({
      websiteId: website.id,
      actor,
      action: 'alerts.update',
      subject: 'alerts',
      before: { url: before.url },
      after: { url: after.url },
    });
    return before.secret === null ? after : maskSecret(after);
  },
  testAlerts: ({ website }) => alerts.test(website),
});

/** Enough to tell secrets apart; the whole one is shown once, when it is made. */
const maskSecret = (settings: AlertSettings): AlertSettings => ({
  ...settings,
  secret: settings.secret && `…${settings.secret.slice(-4)}`,
});
