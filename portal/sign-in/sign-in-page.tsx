import { type FormEvent, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { Button } from '../components/buttons/button.tsx';
import { FormError } from '../components/feedback/form-error.tsx';
import { CodeField, EmailField, CurrentPasswordField } from '../components/account/sign-in-fields.tsx';
import { useText } from '../texts/text-context.tsx';
import { type Credentials, enterPortal, signIn } from './sign-in-api.ts';
import { PageFrame } from './page-frame.tsx';
import { useAction } from './use-action.ts';

export const SignInPage = ({ next }: { next: string }) => {
  const { t } = useText();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { busy, error, run } = useAction(async (credentials: Credentials) => {
    await signIn(credentials);
    enterPortal(next);
  });
  const needsCode = error instanceof ApiError && error.needsCode;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run({ email, password, ...(code === '' ? {} : { code }) });
  };
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
