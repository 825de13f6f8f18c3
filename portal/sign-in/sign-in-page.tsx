import { type FormEvent, useEffect, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { Button } from '../components/buttons/button.tsx';
import { FormError } from '../components/feedback/form-error.tsx';
import { CodeField, EmailField, CurrentPasswordField } from '../components/account/sign-in-fields.tsx';
import { useText } from '../texts/text-context.tsx';
import { checkSetupNeed, type Credentials, enterPortal, signIn } from './sign-in-api.ts';
import { PageFrame } from './page-frame.tsx';
import { useAction } from './use-action.ts';

/** Nobody can sign in to an installation without an account. */
const useSetupNeed = (): boolean => {
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    checkSetupNeed().then(
      (answer) => setNeeded(answer.needed),
      () => undefined,
    );
  }, []);
  return needed;
};

export const SignInPage = ({ next }: { next: string }) => {
  const { t } = useText();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { busy, error, run } = useAction(async (credentials: Credentials) => {
    await signIn(credentials);
    enterPortal(next);
  });
  const isNew = useSetupNeed();
  const needsCode = error instanceof ApiError && error.needsCode;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run({ email, password, ...(code === '' ? {} : { code }) });
  };
  if (isNew) {
    return (
      <PageFrame title={t('setup.title')} lead={t('setup.find')}>
        <code className="block rounded-lg border border-line bg-surface p-3 text-sm break-words">
          {`Create the first administrator: ${window.location.origin}/portal/set-up/…`}
        </code>
        <p className="mt-4 text-sm text-pretty text-muted">{t('setup.findAgain')}</p>
      </PageFrame>
    );
  }
  return (
    <PageFrame title={t('signIn.title')} lead={t('signIn.lead')}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <EmailField autoFocus value={email} onChange={setEmail} />
        <CurrentPasswordField label={t('signIn.password')} value={password} onChange={setPassword} />
        {(needsCode || code !== '') && <CodeField autoFocus value={code} onChange={setCode} />}
        {!(needsCode && code === '') && <FormError error={error} />}
        <Button type="submit" variant="primary" busy={busy}>
          {t('signIn.button')}
        </Button>
      </form>
      <p className="mt-6 text-sm text-pretty text-muted">{t('signIn.noAccount')}</p>
    </PageFrame>
  );
};
