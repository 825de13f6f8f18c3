import { Type } from 'typebox';
import { ClosedComponent, Component, Instant, Password } from '../contract/field-schemas.ts';
import { route } from '../contract/route.ts';

const EnterWebsite = ClosedComponent('EnterWebsite', {
  reason: Type.String({
    minLength: 3,
    maxLength: 300,
    pattern: '\\S',
    description: 'Why; owners of the website read it in their audit log.',
  }),
  password: Password,
});

const Visit = Component('Visit', {
  until: Instant('Until when the administrator has the rights of an owner.'),
  reason: Type.String(),
});

const path = '/admin/websites/{website}/visit';

export const visitRoutes = [
  route('enterWebsite', 'POST', path, 'administrator', {
    summary:
      'Enter a website as an administrator: for an hour the rights of an owner, after the password was given again. Its audit log says who, when, why and until when.',
    body: EnterWebsite,
    response: Visit,
    status: 201,
  }),
  route('leaveWebsite', 'DELETE', path, 'administrator', {
    summary: 'Leave a website that was entered, before the time is over.',
    response: null,
  }),
] as const;
