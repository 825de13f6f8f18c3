import type { Dataset } from '../../../domain/dataset.ts';
import type { Website } from '../../../domain/website.ts';
import type { Store } from '../../../store/store.ts';
import type { HandlersOf } from '../core/handler.ts';
import { requireFound } from '../core/item-checks.ts';
import type { ImportService } from './import-service.ts';
import { presentEvents, presentFaultPage, presentFaults, presentImport } from './presenter.ts';
import type { importRoutes } from './routes.ts';

type Needs = { readonly store: Pick<Store, 'datasets'>; readonly imports: ImportService };
type DatasetCall = { readonly website: Website; readonly params: { readonly dataset: string } };

export const importHandlers = ({ store, imports }: Needs): HandlersOf<typeof importRoutes> => {
  const findDataset = ({ website, params }: DatasetCall): Dataset =>
    requireFound('dataset', store.datasets.byName(website.id, params.dataset));

  /** The dataset of a call and its import; throws when the import is not one of this dataset. */
  const findImport = (call: DatasetCall & { readonly params: { readonly import: string } }) => {
    const dataset = findDataset(call);
    const record = requireFound('import', imports.get(dataset, call.params.import));
    return { dataset, record };
  };

  return {
    startImport: async (call) => {
      const { dryRun = false, approve = false } = call.body;
      const { website, actor, file } = call;
      const ref = { website, dataset: findDataset(call) };
      return presentImport(await imports.start(ref, actor, { dryRun, approve }, file?.path ?? null));
    },
    listImports: (call) => imports.list(findDataset(call)).map(presentImport),
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
    getImportDiff: async (call) => {
      const { dataset, record } = findImport(call);
      return imports.diff(dataset, record.id);
    },
  };
};
