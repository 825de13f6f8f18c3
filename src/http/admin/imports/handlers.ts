import type { Dataset } from '../../../domain/dataset.ts';
import type { Website } from '../../../domain/website.ts';
import type { Store } from '../../../store/store.ts';
import type { HandlersOf } from '../core/handler.ts';
import { requireFound } from '../core/declarations.ts';
import type { ImportService } from './import-service.ts';
import { presentDiff, presentEvents, presentFaultPage, presentFaults, presentImport } from './presenter.ts';
import type { importRoutes } from './routes.ts';

type Needs = { readonly store: Pick<Store, 'datasets'>; readonly imports: ImportService };
type DatasetCall = { readonly website: Website; readonly params: { readonly dataset: string } };

export const importHandlers = ({ store, imports }: Needs): HandlersOf<typeof importRoutes> => {
  const datasetOf = ({ website, params }: DatasetCall): Dataset =>
    requireFound('dataset', store.datasets.byName(website.id, params.dataset));

  /** The dataset, and the import once it is known to be one of it. */
  const importOf = (asked: DatasetCall & { readonly params: { readonly import: string } }) => {
    const dataset = datasetOf(asked);
    const record = requireFound('import', imports.get(dataset, asked.params.import));
    return { dataset, record };
  };

  return {
    startImport: async (asked) => {
      const { dryRun = false, approve = false } = asked.body;
      const { website, actor, file } = asked;
      const order = { website, dataset: datasetOf(asked), actor, feed: file?.path ?? null, dryRun, approve };
      return presentImport(await imports.start(order));
    },
    listImports: (asked) => imports.list(datasetOf(asked)).map(presentImport),
    getImport: (asked) => presentImport(importOf(asked).record),
    followImport: (asked) => {
      const { dataset, record } = importOf(asked);
      return presentEvents(imports.follow(dataset, record.id, asked.signal));
    },
    cancelImport: async (asked) => {
      const { dataset, record } = importOf(asked);
      await imports.cancel(dataset, record.id, asked.actor);
    },
    approveImport: async (asked) => {
      const { dataset, record } = importOf(asked);
      return presentImport(await imports.approve(dataset, record.id, asked.actor));
    },
    getImportFaults: (asked) => {
      const { dataset, record } = importOf(asked);
      return presentFaults(imports.faults(dataset, record.id));
    },
    listImportFaults: async (asked) => {
      const { dataset, record } = importOf(asked);
      return presentFaultPage(imports.faults(dataset, record.id), asked.query.page ?? 1);
    },
    getImportDiff: async (asked) => {
      const { dataset, record } = importOf(asked);
      return presentDiff(await imports.diff(dataset, record.id));
    },
  };
};
