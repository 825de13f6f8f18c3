import { type FormEvent, useEffect, useState } from 'react';
import { Button, buttonClass } from '../components/button.tsx';
import { FormError } from '../components/form-error.tsx';
import { NewPassword } from '../components/new-password.tsx';
import { EmailField } from '../components/sign-in-fields.tsx';
import { useText } from '../texts/text-context.tsx';
import { setUp, setupToken, welcome } from './door-api.ts';
import { DoorFrame } from './door-frame.tsx';
import { useAction } from './use-action.ts';

const SetUpForm = ({ token }: { token: string }) => {
  const { t } = useText();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { busy, error, run } = useAction(async () => {
    welcome(await setUp({ token, email, password }));
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run(undefined);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <EmailField value={email} onChange={setEmail} />
      <NewPassword value={password} onChange={setPassword} />
      <FormError error={error} />
      <Button type="submit" variant="primary" busy={busy}>
        {t('setup.button')}
      </Button>
    </form>
  );
};

export const SetUpPage = ({ token }: { token: string }) => {
  const { t } = useText();
  const [valid, setValid] = useState<boolean | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    setupToken(token).then(({ valid: answer }) => setValid(answer), setError);
  }, [token]);
  if (valid === false) {
    return (
      <DoorFrame title={t('setup.invalid.title')} lead={t('setup.invalid.body')}>
        <a href="/portal/sign-in" className={buttonClass('primary')}>
          {t('setup.toSignIn')}
        </a>
      </DoorFrame>
    );
  }
  return (
    <DoorFrame title={t('setup.title')} lead={t('setup.lead')}>
      <FormError error={error} />
      {valid && <SetUpForm token={token} />}
    </DoorFrame>
  );
};
