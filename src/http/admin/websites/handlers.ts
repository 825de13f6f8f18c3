import { dryRun } from '../../../declare/apply/apply.ts';
import {
  describeDataset,
  describeSettings,
  describeWebsite,
  nameById,
} from '../../../declare/describe/describe.ts';
import type { Website } from '../../../domain/website.ts';
import { Fault } from '../../../errors.ts';
import type { Settings } from '../../../store/store.ts';
import { describeLarge } from '../core/declarations.ts';
import type { HandlersOf } from '../core/handler.ts';
import { refuseDuplicate, refuseRename, requireFound } from '../core/item-checks.ts';
import { presentImport } from '../imports/presenter.ts';
import type { HandlerNeeds } from '../core/needs.ts';
import { presentWebsites } from '../session/handlers.ts';
import { presentApplied } from './applied.ts';
import type { websiteRoutes } from './routes.ts';

export const websiteHandlers = (needs: HandlerNeeds): HandlersOf<typeof websiteRoutes> => {
  const { store, declarations, largeDeclarations, imports, alerts, pictures } = needs;
  const readSettings = (id: number) => describeSettings(requireFound('website', store.websites.byId(id)));

  return {
    listWebsites: ({ principal }) => presentWebsites(store, principal.operator),
    createWebsite: ({ actor, principal, body }) =>
      store.transaction((settings) => {
        refuseDuplicate('website', body, (name) => store.websites.byName(name));
        const { website } = declarations.apply(settings, actor, { website: body });
        settings.operators.claim(website.id, actor, principal.operator.id);
        return readSettings(website.id);
      }),
    getWebsite: ({ website }) => describeSettings(website),
    updateWebsite: async ({ website, actor, body }) => {
      refuseRename('website', website.name, body);
      await declarations.applyOfAnySize(actor, website, { website: body });
      return readSettings(website.id);
    },
    updateVocabulary: async ({ website, actor, body }) => {
      const { blocked, ...words } = body;
      const dataset = blocked && requireFound('dataset', store.datasets.byName(website.id, blocked.dataset));
      const declared = dataset && describeDataset(dataset, nameById(store.datasets.list(website.id)));
      const learning = { ...declared?.learning, blockedWords: blocked?.words };
      await declarations.applyOfAnySize(actor, website, {
        website: { ...describeSettings(website), ...words },
        ...(declared && { datasets: [{ ...declared, learning }] }),
      });
      return readSettings(website.id);
    },
    removeWebsite: async ({ website, actor }) => {
      const datasets = store.datasets.list(website.id);
      await store.websites.remove(actor, website.id);
      await alerts.remove(website);
      for (const dataset of datasets) await pictures.removeAll(dataset);
    },
    getDeclaration: ({ website }) => describeWebsite(store, website),
    applyDeclaration: async ({ website, actor, body, query }) => {
      refuseOtherWebsite(website, body);
      const { prune = false, dryRun: isDryRun = false, confirm = '' } = query;
      const checked = declarations.readLive(website, confirm.split(/\r?\n/));
      const large = describeLarge(body);
      if (large !== null)
        return { json: await largeDeclarations.apply(actor, large, { prune, dryRun: isDryRun, checked }) };
      const work = (settings: Settings) => declarations.apply(settings, actor, body, { prune, checked });
      return presentApplied(await (isDryRun ? dryRun(store, work) : store.transaction(work)));
    },
    importSample: async ({ website, actor }) => presentImport(await imports.startSample(website, actor)),
  };
};

const refuseOtherWebsite = ({ name }: Website, body: unknown): void => {
  const { website } = (body ?? {}) as { website?: { name?: unknown } };
  if (website?.name === name) return;
  const issue = { path: '$.website.name', message: `must be \`${name}\`` };
  throw new Fault('bad-input', 'The declaration is of another website.', { issues: [issue] });
};
