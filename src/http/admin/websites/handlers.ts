import { describeSettings, describeWebsite } from '../../../declare/describe/describe.ts';
import type { KnownField } from '../../../declare/check/excluded-fields.ts';
import { dryRun } from '../../../declare/apply/dry-run.ts';
import type { Alerts } from '../../../alerts/alerts.ts';
import type { Website } from '../../../domain/website.ts';
import type { Engine } from '../../../engine/engine.ts';
import { Fault } from '../../../errors.ts';
import type { UploadedPictures } from '../../../ingest/pictures/uploaded-pictures.ts';
import type { Settings, Store } from '../../../store/store.ts';
import type { HandlersOf } from '../core/handler.ts';
import { type Declarations, describeLarge } from '../core/declarations.ts';
import { requireFound, refuseRename, refuseDuplicate } from '../core/item-checks.ts';
import type { ImportService } from '../imports/import-service.ts';
import { presentImport } from '../imports/presenter.ts';
import { presentWebsites } from '../session/presenter.ts';
import { presentApplied } from './presenter.ts';
import type { websiteRoutes } from './routes.ts';

type Needs = {
  readonly store: Store;
  readonly engine: Pick<Engine, 'products'>;
  readonly declarations: Declarations;
  readonly imports: Pick<ImportService, 'startSample'>;
  readonly alerts: Pick<Alerts, 'remove'>;
  readonly pictures: Pick<UploadedPictures, 'removeAll'>;
};

export const websiteHandlers = ({
  store,
  engine,
  declarations,
  imports,
  alerts,
  pictures,
}: Needs): HandlersOf<typeof websiteRoutes> => {
  const readSettings = ({ id }: Website) =>
    describeSettings(requireFound('website', store.websites.byId(id)));

  /** The fields of each live catalogue of the website, by tracker. */
  const readLiveFields = ({ id }: Website): Record<string, readonly KnownField[]> =>
    Object.fromEntries(
      store.datasets.list(id).flatMap(({ tracker }) => {
        const fields = engine.products(tracker)?.fields.map(({ name, facetable }) => ({ name, facetable }));
        return fields ? [[tracker, fields] as const] : [];
      }),
    );

  return {
    listWebsites: ({ principal }) => presentWebsites(store, principal.operator),
    createWebsite: ({ actor, principal, body }) =>
      store.transaction((settings) => {
        refuseDuplicate('website', body, (name) => store.websites.byName(name));
        const { website } = declarations.apply(settings, actor, { website: body });
        settings.operators.claim(website.id, actor, principal.operator.id);
        return describeSettings(requireFound('website', store.websites.byId(website.id)));
      }),
    getWebsite: ({ website }) => describeSettings(website),
    updateWebsite: async ({ website, actor, body }) => {
      refuseRename('website', website.name, body);
      await declarations.applyOfAnySize(actor, { website: body });
      return readSettings(website);
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
      const checked = { fields: readLiveFields(website), confirmed: confirm.split(/\r?\n/) };
      const large = describeLarge(body);
      if (large !== null)
        return { json: await declarations.large.apply(actor, large, { prune, dryRun: isDryRun, checked }) };
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
