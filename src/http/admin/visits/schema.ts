import { Type } from 'typebox';
import { closedObject, Instant, Password } from '../contract/field-schemas.ts';

export const EnterWebsite = Type.Object(
  {
    reason: Type.String({
      minLength: 3,
      maxLength: 300,
      pattern: '\\S',
      description: 'Why; owners of the website read it in their audit log.',
    }),
    password: Password,
  },
  { ...closedObject, title: 'EnterWebsite' },
);

export const Visit = Type.Object(
  { until: Instant('Until when the administrator has the rights of an owner.'), reason: Type.String() },
  { title: 'Visit' },
);
