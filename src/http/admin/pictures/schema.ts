import { Type } from 'typebox';
import { pictureFaultKinds } from '../../../ingest/pictures/picture-faults.ts';
import { NullableText, StringEnum } from '../../schema/schema-helpers.ts';
import { Count, closedObject } from '../contract/field-schemas.ts';

const faultFields = {
  kind: StringEnum(
    pictureFaultKinds,
    '`none-named`: the feed names no picture. `file-missing`: it names a file that is not there. `address-answers`: the address answers with an error. `no-picture`: what is there is something else.',
  ),
  value: NullableText('The HTTP status, the host, or the reason itself for `other`.'),
};

export const PictureFault = Type.Object(faultFields, { title: 'PictureFault' });

export const PictureFaultGroup = Type.Object(
  { ...faultFields, count: Count('Products without a picture for this reason.') },
  { title: 'PictureFaultGroup' },
);

export const PicturesForm = Type.Object(
  {},
  { ...closedObject, title: 'PicturesForm', description: 'Nothing but the file, as a form.' },
);

const Refusal = Type.Object(
  {
    name: Type.String(),
    reason: StringEnum(
      ['not-a-picture', 'too-large', 'unreadable', 'name-twice'],
      '`not-a-picture`: neither JPEG, PNG, GIF, WebP nor AVIF. `too-large`: above 10 MB.',
    ),
  },
  { title: 'RefusedPicture' },
);

export const ReceivedPictures = Type.Object(
  {
    added: Count(),
    replaced: Count(),
    refused: Count(),
    refusals: Type.Array(Refusal, { description: 'The first hundred.' }),
    total: Count('Pictures that are there now.'),
  },
  { title: 'ReceivedPictures' },
);
