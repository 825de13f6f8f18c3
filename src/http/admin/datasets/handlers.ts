import { describeDataset, nameById } from '../../../declare/describe/describe.ts';
import type { Dataset } from '../../../domain/dataset.ts';
import type { Website } from '../../../domain/website.ts';
import type { ProductReader, VersionSummary } from '../../../engine/engine.ts';
import type { Actor } from '../../../store/store.ts';
import type { HandlersOf } from '../core/handler.ts';
import { findDataset, refuseDuplicate, refuseRename, requireFound } from '../core/item-checks.ts';
import { findImportOf, listPictureFaults, presentImport } from '../imports/presenter.ts';
import type { HandlerNeeds } from '../core/needs.ts';
import { exampleFields } from './example-fields.ts';
import type { datasetRoutes, WireDataset, WireVersion } from './routes.ts';

export const datasetHandlers = (needs: HandlerNeeds): HandlersOf<typeof datasetRoutes> => {
  const { store, declarations, engine, imports, pictures, withheldKeywords, looksOf } = needs;

  const present = async (dataset: Dataset): Promise<WireDataset> => {
    const { tracker, websiteId } = dataset;
    const live = (await engine.versions(tracker)).find((version) => version.live) ?? null;
    const built = findImportOf(imports, dataset, live?.version);
    const waiting = imports.list(dataset).find(({ state }) => state === 'waiting') ?? null;
    return {
      declaration: describeDataset(dataset, nameById(store.datasets.list(websiteId))),
      tracker,
      live: live && presentVersion(live),
      waiting: waiting && presentImport(waiting),
      counts: await countProducts(engine.products(tracker)),
      pictures: {
        uploaded: await pictures.count(dataset),
        faults: built === null ? [] : listPictureFaults(built),
        looks: live && (await looksOf(tracker, live.version)),
      },
    };
  };
  const presentNamed = ({ id }: Website, name: string) =>
    present(requireFound('dataset', store.datasets.byName(id, name)));

  const findVersion = async ({ tracker }: Dataset, version: string) => {
    const versions = await engine.versions(tracker);
    return requireFound(
      'version',
      versions.find((known) => known.version === version),
    );
  };
  const recordVersions = (
    { websiteId, name }: Dataset,
    actor: Actor,
    action: string,
    change: { readonly before: object; readonly after: object | null },
  ) => store.audit.record(actor, action, `dataset ${name}`, { websiteId, ...change });

  return {
    listDatasets: ({ website }) => Promise.all(store.datasets.list(website.id).map(present)),
    createDataset: async ({ website, actor, body }) => {
      refuseDuplicate('dataset', body, (name) => store.datasets.byName(website.id, name));
      await declarations.applyOneOfAnySize(actor, website, 'datasets', body);
      return presentNamed(website, body.name);
    },
    getDataset: (call) => present(findDataset(store, call)),
    updateDataset: async (call) => {
      const { name } = findDataset(store, call);
      refuseRename('dataset', name, call.body);
      await declarations.applyOneOfAnySize(call.actor, call.website, 'datasets', call.body);
      return presentNamed(call.website, name);
    },
    removeDataset: async (call) => {
      const dataset = findDataset(store, call);
      await store.datasets.remove(dataset.websiteId, call.actor, dataset.name);
      await pictures.removeAll(dataset);
    },
    listFields: (call) => exampleFields(engine.products(findDataset(store, call).tracker)),
    inspectFeed: async (call) => {
      const feed = { file: call.file?.path ?? null, url: call.body.url ?? null };
      return imports.inspect(findDataset(store, call), feed, call.signal);
    },
    getWithheldKeywords: (call) => withheldKeywords(findDataset(store, call).tracker),
    listVersions: async (call) =>
      (await engine.versions(findDataset(store, call).tracker)).map(presentVersion),
    makeVersionLive: async (call) => {
      const dataset = findDataset(store, call);
      const { version } = await findVersion(dataset, call.params.version);
      const before = (await engine.versions(dataset.tracker)).find(({ live }) => live)?.version ?? null;
      await engine.makeLive(dataset.tracker, version);
      const change = { before: { version: before }, after: { version } };
      await recordVersions(dataset, call.actor, 'version.live', change);
      return presentVersion(await findVersion(dataset, version));
    },
    discardVersion: async (call) => {
      const dataset = findDataset(store, call);
      const { version } = await findVersion(dataset, call.params.version);
      await engine.discard(dataset.tracker, version);
      await recordVersions(dataset, call.actor, 'version.discard', { before: { version }, after: null });
    },
  };
};

const presentVersion = ({ checksum: _, ...version }: VersionSummary): WireVersion => version;

const countProducts = async (reader: ProductReader | null): Promise<WireDataset['counts']> => {
  if (reader === null) return null;
  const { families: products, rows: variants, withoutPicture } = await reader.facts();
  const withPicture = variants - withoutPicture;
  return { version: reader.version, products, variants, withPicture, withoutPicture };
};
