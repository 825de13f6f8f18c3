import type { Dataset } from '../../../domain/dataset.ts';
import { Fault } from '../../../errors.ts';
import type { HandlersOf } from '../core/handler.ts';
import { findDataset } from '../core/item-checks.ts';
import type { HandlerNeeds } from '../core/needs.ts';
import type { pictureRoutes } from './routes.ts';

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
