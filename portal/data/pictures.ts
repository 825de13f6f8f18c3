import { api } from '../api/client.ts';
import { useInvalidatingMutation, websiteKey } from './resource.ts';

const path = '/admin/websites/{website}/datasets/{dataset}/pictures';

const toPicturesForm = (zip: File): FormData => {
  const form = new FormData();
  form.set('pictures', zip);
  return form;
};

/** Pictures that were uploaded beside the feed of a dataset. */
export const useChangePictures = (website: string, dataset: string) => {
  const params = { website, dataset };
  const key = websiteKey(website, 'datasets');
  return {
    add: useInvalidatingMutation((zip: File) => api.post(path, { params, body: toPicturesForm(zip) }), key),
    removeAll: useInvalidatingMutation(() => api.remove(path, { params }), key),
  };
};
