import type { AlertSettings } from '../../../contract/alert.ts';
import type { HandlersOf } from '../core/handler.ts';
import type { HandlerNeeds } from '../core/needs.ts';
import type { alertRoutes } from './routes.ts';

export const alertHandlers = ({ store, alerts }: HandlerNeeds): HandlersOf<typeof alertRoutes> => ({
  getAlerts: async ({ website }) => maskSecret(await alerts.read(website)),
  updateAlerts: async ({ website, body, actor }) => {
    const before = await alerts.read(website);
    const { url, email = before.email } = body;
    if (before.url === url && before.email === email) return maskSecret(before);
    const after = await alerts.save(website, { url, email });
    await store.audit.record(actor, 'alerts.update', 'alerts', {
      websiteId: website.id,
      before: { url: before.url, email: before.email },
      after: { url: after.url, email: after.email },
    });
    return before.secret === null && after.url !== null ? after : maskSecret(after);
  },
  testAlerts: ({ website }) => alerts.test(website),
});

/** Enough to tell secrets apart; the whole one is shown once, when it is made. */
const maskSecret = (settings: AlertSettings): AlertSettings => ({
  ...settings,
  secret: settings.secret && `…${settings.secret.slice(-4)}`,
});
