import { route } from '../contract/route.ts';
import {
  AcceptInvitation,
  Invitation,
  Session,
  Setup,
  SetupNeed,
  SetupState,
  SignIn,
  SignInOutcome,
} from './schema.ts';

export const sessionRoutes = [
  route('signIn', 'POST', '/admin/session', 'public', {
    summary: 'Sign in. Sets the cookie of the session.',
    body: SignIn,
    response: Session,
  }),
  route('getSession', 'GET', '/admin/session', 'operator', {
    summary: 'Who is signed in.',
    response: Session,
  }),
  route('signOut', 'DELETE', '/admin/session', 'operator', {
    summary: 'Sign out. Ends the session at once.',
    response: null,
  }),
  route('getSetupNeed', 'GET', '/admin/setup', 'public', {
    summary: 'Whether this installation still has to be set up.',
    response: SetupNeed,
  }),
  route('getSetup', 'GET', '/admin/setup/{token}', 'public', {
    summary: 'Whether a set-up link can still be used.',
    response: SetupState,
  }),
  route('setUp', 'POST', '/admin/setup', 'public', {
    summary: 'Create the first administrator, once, with the token of the set-up link. Signs in.',
    body: Setup,
    response: SignInOutcome,
    status: 201,
  }),
  route('getInvitation', 'GET', '/admin/invitations/{token}', 'public', {
    summary: 'What an invitation link invites to.',
    response: Invitation,
  }),
  route('acceptInvitation', 'POST', '/admin/invitations/{token}', 'public', {
    summary: 'Accept an invitation. Signs in.',
    body: AcceptInvitation,
    response: SignInOutcome,
    status: 201,
  }),
] as const;
