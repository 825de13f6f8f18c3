import { Type } from 'typebox';
import { pictureFaultKinds } from '../../../ingest/faults.ts';
import { NullableText, StringEnum } from '../../schema/schema-helpers.ts';
import { ClosedComponent, Component, Count } from '../contract/field-schemas.ts';
import { route } from '../contract/route.ts';

const faultFields = {
  kind: StringEnum(
    pictureFaultKinds,
    '`none-named`: the feed names no picture. `file-missing`: it names a file that is not there. `address-answers`: the address answers with an error. `no-picture`: what is there is something else.',
  ),
  value: NullableText('The HTTP status, the host, or the reason itself for `other`.'),
};

export const PictureFault = Component('PictureFault', faultFields);

export const PictureFaultGroup = Component('PictureFaultGroup', {
  ...faultFields,
  count: Count('Products without a picture for this reason.'),
});

const PicturesForm = ClosedComponent('PicturesForm', {}, { description: 'Nothing but the file, as a form.' });

const Refusal = Component('RefusedPicture', {
  name: Type.String(),
  reason: StringEnum(
    ['not-a-picture', 'too-large', 'unreadable', 'name-twice'],
    '`not-a-picture`: neither JPEG, PNG, GIF, WebP nor AVIF. `too-large`: above 10 MB.',
  ),
});

const ReceivedPictures = Component('ReceivedPictures', {
  added: Count(),
  replaced: Count(),
  refused: Count(),
  refusals: Type.Array(Refusal, { description: 'The first hundred.' }),
  total: Count('Pictures that are there now.'),
});

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
