import { Type } from 'typebox';
import { pictureFaultKinds } from '../../../ingest/pictures/picture-faults.ts';
import { NullableText, StringEnum } from '../../schema/schema-helpers.ts';
import { ClosedComponent, Component, Count } from '../contract/field-schemas.ts';

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

export const PicturesForm = ClosedComponent(
  'PicturesForm',
  {},
  { description: 'Nothing but the file, as a form.' },
);

const Refusal = Component('RefusedPicture', {
  name: Type.String(),
  reason: StringEnum(
    ['not-a-picture', 'too-large', 'unreadable', 'name-twice'],
    '`not-a-picture`: neither JPEG, PNG, GIF, WebP nor AVIF. `too-large`: above 10 MB.',
  ),
});

export const ReceivedPictures = Component('ReceivedPictures', {
  added: Count(),
  replaced: Count(),
  refused: Count(),
  refusals: Type.Array(Refusal, { description: 'The first hundred.' }),
  total: Count('Pictures that are there now.'),
});
