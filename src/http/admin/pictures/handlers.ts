import type { Dataset } from '../../../domain/dataset.ts';
import type { Website } from '../../../domain/website.ts';
import { Fault } from '../../../errors.ts';
import type { UploadedPictures } from '../../../ingest/pictures/uploaded-pictures.ts';
import type { Actor, Store } from '../../../store/store.ts';
import type { HandlersOf } from '../core/handler.ts';
import { requireFound } from '../core/item-checks.ts';
import type { pictureRoutes } from './routes.ts';

type Needs = { readonly store: Pick<Store, 'datasets' | 'audit'>; readonly pictures: UploadedPictures };
type Change = { readonly website: Website; readonly actor: Actor; readonly dataset: Dataset };

export const pictureHandlers = ({ store, pictures }: Needs): HandlersOf<typeof pictureRoutes> => {
  const findDataset = (website: Website, name: string): Dataset =>
    requireFound('dataset', store.datasets.byName(website.id, name));
  const recordAudit = ({ website, actor, dataset }: Change, action: string, after: object | null) => {
    const subject = `dataset ${dataset.name}`;
    return store.audit.record({ websiteId: website.id, actor, action, subject, before: null, after });
  };
  return {
    addPictures: async ({ website, actor, params, file, signal }) => {
      const dataset = findDataset(website, params.dataset);
      if (file === null) throw noFileFault();
      requireUploads(dataset);
      const all = store.datasets.list(website.id);
      const { refusals, ...counts } = await pictures.add(dataset, all, file.path, signal);
      await recordAudit({ website, actor, dataset }, 'pictures.add', counts);
      return { ...counts, refusals, total: await pictures.count(dataset) };
    },
    removePictures: async ({ website, actor, params }) => {
      const dataset = findDataset(website, params.dataset);
      await pictures.removeAll(dataset);
      await recordAudit({ website, actor, dataset }, 'pictures.remove', null);
    },
  };
};

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
