import { route } from '../contract/route.ts';
import { EnterWebsite, Visit } from './schema.ts';

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
