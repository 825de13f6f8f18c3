import { type FormEvent, useEffect, useState } from 'react';
import { Button, buttonClass } from '../components/buttons/button.tsx';
import { FormError } from '../components/feedback/form-error.tsx';
import { NewPasswordField } from '../components/account/new-password.tsx';
import { EmailField } from '../components/account/sign-in-fields.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { useText } from '../texts/text-context.tsx';
import { checkSetupToken, createFirstShop, enterAfterSetUp, enterPortal, setUp } from './sign-in-api.ts';
import { PageFrame } from './page-frame.tsx';
import { useAction } from './use-action.ts';

const SetUpForm = ({ token }: { token: string }) => {
  const { t, language } = useText();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [shop, setShop] = useState('');
  const { busy, error, run } = useAction(async () => {
    const answer = await setUp({ token, email, password });
    if (answer.signedIn && shop.trim() !== '') enterPortal(await createFirstShop(shop.trim(), language));
    else enterAfterSetUp(answer);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run(undefined);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <EmailField value={email} onChange={setEmail} />
      <NewPasswordField value={password} onChange={setPassword} />
      <TextField
        label={t('setup.shop')}
        hint={t('setup.shopHint')}
        optional
        maxLength={200}
        value={shop}
        onChange={setShop}
      />
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
    checkSetupToken(token).then(({ valid: answer }) => setValid(answer), setError);
  }, [token]);
  if (valid === false) {
    return (
      <PageFrame title={t('setup.invalid.title')} lead={t('setup.invalid.body')}>
        <a href="/portal/sign-in" className={buttonClass('primary')}>
          {t('setup.toSignIn')}
        </a>
      </PageFrame>
    );
  }
  return (
    <PageFrame title={t('setup.title')} lead={t('setup.lead')}>
      <FormError error={error} />
      {valid && <SetUpForm token={token} />}
    </PageFrame>
  );
};
