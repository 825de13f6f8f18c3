import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { TextProvider, type LoadedTexts } from '../texts/text-context.tsx';
import type { SignedOutPage } from './address.ts';
import { InvitationPage } from './invitation-page.tsx';
import { SetUpPage } from './set-up-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

const renderPage = (door: SignedOutPage): ReactNode => {
  if (door.page === 'sign-in') return <SignInPage next={door.next} />;
  return door.page === 'set-up' ? <SetUpPage token={door.token} /> : <InvitationPage token={door.token} />;
};

export const showSignedOutPage = (root: HTMLElement, texts: LoadedTexts, door: SignedOutPage): void => {
  createRoot(root).render(
    <StrictMode>
      <TextProvider first={texts}>{renderPage(door)}</TextProvider>
    </StrictMode>,
  );
};
