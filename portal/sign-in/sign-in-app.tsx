import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { TextProvider, type LoadedTexts } from '../texts/text-context.tsx';
import type { SignedOutPage } from './address.ts';
import { InvitationPage } from './invitation-page.tsx';
import { SetUpPage } from './set-up-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

const renderPage = (asked: SignedOutPage): ReactNode => {
  if (asked.page === 'sign-in') return <SignInPage next={asked.next} />;
  return asked.page === 'set-up' ? <SetUpPage token={asked.token} /> : <InvitationPage token={asked.token} />;
};

export const showSignedOutPage = (root: HTMLElement, texts: LoadedTexts, asked: SignedOutPage): void => {
  createRoot(root).render(
    <StrictMode>
      <TextProvider first={texts}>{renderPage(asked)}</TextProvider>
    </StrictMode>,
  );
};
