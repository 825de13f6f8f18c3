import { Type } from 'typebox';
import { ClosedComponent, Component, Instant, Password } from '../contract/field-schemas.ts';

export const EnterWebsite = ClosedComponent('EnterWebsite', {
  reason: Type.String({
    minLength: 3,
    maxLength: 300,
    pattern: '\\S',
    description: 'Why; owners of the website read it in their audit log.',
  }),
  password: Password,
});

export const Visit = Component('Visit', {
  until: Instant('Until when the administrator has the rights of an owner.'),
  reason: Type.String(),
});
