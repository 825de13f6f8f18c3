import { type FormEvent, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { FormError } from '../components/form-error.tsx';
import { Input } from '../components/input.tsx';
import { useText } from '../texts/text-context.tsx';
import { type Credentials, enter, signIn } from './door-api.ts';
import { DoorFrame } from './door-frame.tsx';
import { useAction } from './use-action.ts';

export function SignInPage({ next }: { next: string }) {
  const { t } = useText();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { busy, error, run } = useAction(async (credentials: Credentials) => {
    await signIn(credentials);
    enter(next);
  });
  const needsCode = error instanceof ApiError && error.needsCode;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run({ email, password, ...(code === '' ? {} : { code }) });
  };
  return (
    <DoorFrame title={t('signIn.title')} lead={t('signIn.lead')}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('signIn.email')}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="username"
              required
              autoFocus
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('signIn.password')}>
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        {(needsCode || code !== '') && (
          <Field label={t('signIn.code')} hint={t('signIn.codeHint')}>
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="one-time-code"
                autoFocus
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            )}
          </Field>
        )}
        {!(needsCode && code === '') && <FormError error={error} />}
        <Button type="submit" variant="primary" busy={busy}>
          {t('signIn.button')}
        </Button>
      </form>
    </DoorFrame>
  );
}
