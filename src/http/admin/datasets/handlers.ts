import { nameById } from '../../../declare/describe/describe.ts';
import type { Dataset } from '../../../domain/dataset.ts';
import type { Website } from '../../../domain/website.ts';
import type { Engine } from '../../../engine/engine.ts';
import type { WithheldReport } from '../../../learning/keywords/withheld.ts';
import type { Store } from '../../../store/store.ts';
import type { HandlersOf } from '../core/handler.ts';
import type { Declarations } from '../core/declarations.ts';
import { requireFound, refuseRename, refuseDuplicate } from '../core/item-checks.ts';
import type { UploadedPictures } from '../../../ingest/pictures/uploaded-pictures.ts';
import type { ImportService } from '../imports/import-service.ts';
import { findImportOf, listPictureFaults } from '../imports/live-import.ts';
import { exampleFields } from './example-fields.ts';
import { presentDataset, presentVersion } from './presenter.ts';
import type { datasetRoutes } from './routes.ts';
import type { WireDataset } from './schema.ts';

export type DatasetNeeds = {
  readonly store: Store;
  readonly declarations: Declarations;
  readonly engine: Pick<Engine, 'products' | 'versions' | 'makeLive' | 'discard'>;
  /** False: other nodes have the catalogue in memory. */
  readonly imports: Pick<ImportService, 'list' | 'inspect'>;
  readonly pictures: Pick<UploadedPictures, 'count' | 'removeAll'>;
  /** Keywords of a dataset that are not suggested because they are unsafe. */
  readonly withheldKeywords: (dataset: string) => Promise<WithheldReport>;
  /** What was learnt from the pictures of a version; null when nothing was decided. */
  readonly looksOf: (dataset: string, version: string) => Promise<WireDataset['pictures']['looks']>;
};

export const datasetHandlers = (needs: DatasetNeeds): HandlersOf<typeof datasetRoutes> => {
  const { store, declarations, engine, imports, pictures, withheldKeywords, looksOf } = needs;

  const findDataset = ({ id }: Website, name: string): Dataset =>
    requireFound('dataset', store.datasets.byName(id, name));

  const present = async (website: Website, dataset: Dataset) => {
    const versions = await engine.versions(dataset.tracker);
    const reader = engine.products(dataset.tracker);
    const catalogue = reader && { version: reader.version, ...(await reader.facts()) };
    const live = versions.find((version) => version.live);
    const built = findImportOf(imports, dataset, live?.version);
    const facts = {
      uploaded: await pictures.count(dataset),
      faults: built === null ? [] : listPictureFaults(built),
      looks: live === undefined ? null : await looksOf(dataset.tracker, live.version),
    };
    const waiting = imports.list(dataset).find(({ state }) => state === 'waiting') ?? null;
    const nameOf = nameById(store.datasets.list(website.id));
    return presentDataset({ dataset, nameOf, versions, waiting, catalogue, pictures: facts });
  };

  const findVersion = async ({ tracker }: Dataset, version: string) =>
    requireFound(
      'version',
      (await engine.versions(tracker)).find((known) => known.version === version),
    );

  return {
    listDatasets: ({ website }) =>
      Promise.all(store.datasets.list(website.id).map((dataset) => present(website, dataset))),
    createDataset: async ({ website, actor, body }) => {
      refuseDuplicate('dataset', body, (name) => store.datasets.byName(website.id, name));
      await declarations.applyOneOfAnySize(actor, website, 'datasets', body);
      return present(website, findDataset(website, body.name));
    },
    getDataset: ({ website, params }) => present(website, findDataset(website, params.dataset)),
    updateDataset: async ({ website, actor, params, body }) => {
      const { name } = findDataset(website, params.dataset);
      refuseRename('dataset', name, body);
      await declarations.applyOneOfAnySize(actor, website, 'datasets', body);
      return present(website, findDataset(website, name));
    },
    removeDataset: async ({ website, actor, params }) => {
      const dataset = findDataset(website, params.dataset);
      await store.datasets.remove(website.id, actor, dataset.name);
      await pictures.removeAll(dataset);
    },
    listFields: ({ website, params }) =>
      exampleFields(engine.products(findDataset(website, params.dataset).tracker)),
    inspectFeed: async ({ website, params, body, file, signal }) => {
      const feed = { file: file?.path ?? null, url: body.url ?? null };
      return imports.inspect(findDataset(website, params.dataset), feed, signal);
    },
    getWithheldKeywords: ({ website, params }) =>
      withheldKeywords(findDataset(website, params.dataset).tracker),
    listVersions: async ({ website, params }) =>
      (await engine.versions(findDataset(website, params.dataset).tracker)).map(presentVersion),
    makeVersionLive: async ({ website, actor, params }) => {
      const dataset = findDataset(website, params.dataset);
      const { version } = await findVersion(dataset, params.version);
      const before = (await engine.versions(dataset.tracker)).find(({ live }) => live)?.version ?? null;
      await engine.makeLive(dataset.tracker, version);
      const subject = `dataset ${dataset.name}`;
      const change = { before: { version: before }, after: { version } };
      await store.audit.record({ websiteId: website.id, actor, action: 'version.live', subject, ...change });
      return presentVersion(await findVersion(dataset, version));
    },
    discardVersion: async ({ website, actor, params }) => {
      const dataset = findDataset(website, params.dataset);
      const { version } = await findVersion(dataset, params.version);
      await engine.discard(dataset.tracker, version);
      const subject = `dataset ${dataset.name}`;
      const change = { before: { version }, after: null };
      await store.audit.record({
        websiteId: website.id,
        actor,
        action: 'version.discard',
        subject,
        ...change,
      });
    },
  };
};
