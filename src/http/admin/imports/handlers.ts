import type { HandlersOf } from '../core/handler.ts';
import { type DatasetCall, findDataset, requireFound } from '../core/item-checks.ts';
import type { HandlerNeeds } from '../core/needs.ts';
import { presentDiff, presentEvents, presentFaultPage, presentFaults, presentImport } from './presenter.ts';
import type { importRoutes, pictureRoutes } from './routes.ts';
import type { Dataset } from '../../../domain/dataset.ts';
import { Fault } from '../../../errors.ts';

type ImportCall = DatasetCall & { readonly params: { readonly import: string } };

export const importHandlers = ({ store, imports }: HandlerNeeds): HandlersOf<typeof importRoutes> => {
  /** The dataset of a call and its import; throws when the import is not one of this dataset. */
  const findImport = (call: ImportCall) => {
    const dataset = findDataset(store, call);
    const record = requireFound('import', imports.get(dataset, call.params.import));
    return { dataset, record };
  };

  return {
    startImport: async (call) => {
      const { dryRun = false, approve = false } = call.body;
      const ref = { website: call.website, dataset: findDataset(store, call) };
      const upload = call.file?.path ?? null;
      return presentImport(await imports.start(ref, call.actor, { dryRun, approve }, upload));
    },
    listImports: (call) => imports.list(findDataset(store, call)).map(presentImport),
    getImport: (call) => presentImport(findImport(call).record),
    followImport: (call) => {
      const { dataset, record } = findImport(call);
      return presentEvents(imports.follow(dataset, record.id, call.signal));
    },
    cancelImport: async (call) => {
      const { dataset, record } = findImport(call);
      await imports.cancel(dataset, record.id, call.actor);
    },
    approveImport: async (call) => {
      const { dataset, record } = findImport(call);
      return presentImport(await imports.approve(dataset, record.id, call.actor));
    },
    getImportFaults: (call) => {
      const { dataset, record } = findImport(call);
      return presentFaults(imports.faults(dataset, record.id));
    },
    listImportFaults: async (call) => {
      const { dataset, record } = findImport(call);
      return presentFaultPage(imports.faults(dataset, record.id), call.query.page ?? 1);
    },
    getImportDiff: (call) => {
      const { dataset, record } = findImport(call);
      return presentDiff(imports.diff(dataset, record.id));
    },
  };
};

export const pictureHandlers = ({ store, pictures }: HandlerNeeds): HandlersOf<typeof pictureRoutes> => ({
  addPictures: async (call) => {
    const { website, actor, file, signal } = call;
    const dataset = findDataset(store, call);
    if (file === null) throw noFileFault();
    requireUploads(dataset);
    const all = store.datasets.list(website.id);
    const { refusals, ...counts } = await pictures.add(dataset, all, file.path, signal);
    const change = { websiteId: website.id, after: counts };
    await store.audit.record(actor, 'pictures.add', `dataset ${dataset.name}`, change);
    return { ...counts, refusals, total: await pictures.count(dataset) };
  },
  removePictures: async (call) => {
    const { website, actor } = call;
    const dataset = findDataset(store, call);
    await pictures.removeAll(dataset);
    await store.audit.record(actor, 'pictures.remove', `dataset ${dataset.name}`, { websiteId: website.id });
  },
});

/** Pictures are looked up in one place; uploaded ones would be ignored without a word. */
const requireUploads = ({ imagesUrl, source }: Dataset): void => {
  const place = imagesUrl ?? source?.images ?? null;
  if (place === null) return;
  throw new Fault('conflict', `The pictures of this dataset are looked up in ${place}.`, {
    nextStep: 'Remove imagesUrl and source.images of the dataset first. Nothing was changed.',
  });
};

const noFileFault = (): Fault =>
  new Fault('bad-input', 'There is no file of pictures.', {
    nextStep: 'Send a ZIP file as multipart/form-data, in the part "pictures".',
    reason: { reason: 'pictures-missing' },
  });
