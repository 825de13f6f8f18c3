import { route } from '../contract/route.ts';
import { PicturesForm, ReceivedPictures } from './schema.ts';

const pictures = '/admin/websites/{website}/datasets/{dataset}/pictures';

export const pictureRoutes = [
  route('addPictures', 'POST', pictures, 'merchandiser', {
    summary: 'Add pictures for the file names of the feed: a ZIP file. The next import uses them.',
    body: PicturesForm,
    upload: 'pictures',
    response: ReceivedPictures,
    status: 201,
  }),
  route('removePictures', 'DELETE', pictures, 'owner', {
    summary: 'Remove all pictures that were added.',
    response: null,
  }),
] as const;
