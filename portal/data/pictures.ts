import { api } from '../api/client.ts';
import type { DatasetDeclaration } from '../api/types.ts';
import { useInvalidatingMutation, websiteKey } from './resource.ts';
import { zipOfOne } from './zip-of-one.ts';

const path = '/admin/websites/{website}/datasets/{dataset}/pictures';

/** Pictures are looked up in one place: an address or a folder of the declaration comes before uploaded ones. */
export const takesUploadedPictures = ({ kind, imagesUrl, source }: DatasetDeclaration): boolean =>
  kind === 'products' && imagesUrl === undefined && source?.images === undefined;

const toPicturesForm = (zip: Blob): FormData => {
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

/** A banner's picture gets a name that no product has. Its address is that of the service, which shops reach. */
export const useAddBannerPicture = (website: string, dataset: string) =>
  useInvalidatingMutation(
    async ({ file, tracker }: { file: File; tracker: string }) => {
      const ending = /\.\w+$/.exec(file.name.toLowerCase())?.[0] ?? '';
      const name = `banner-${Date.now().toString(36)}${ending}`;
      const zip = zipOfOne(name, new Uint8Array(await file.arrayBuffer()));
      const body = toPicturesForm(zip);
      const { refusals } = await api.post(path, { params: { website, dataset }, body });
      const [refused] = refusals;
      return {
        address: refused ? null : `${window.location.origin}/pictures/${tracker}/${name}`,
        refusal: refused?.reason ?? null,
      };
    },
    websiteKey(website, 'datasets'),
  );
