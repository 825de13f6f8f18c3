import { type FormEvent, useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { NewPasswordField } from '../../components/account/new-password.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useChangePassword } from '../../data/session.ts';
import { CurrentPasswordField } from '../../components/account/sign-in-fields.tsx';
import { useText } from '../../texts/text-context.tsx';
import { TwoFactor } from './two-factor.tsx';

export const SecurityTab = () => {
  const { t } = useText();
  const toast = useToast();
  const change = useChangePassword();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate(
      { current, password },
      {
        onSuccess: () => {
          setCurrent('');
          setPassword('');
          toast(t('security.changed'));
        },
      },
    );
  };
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card title={t('security.password')}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <CurrentPasswordField label={t('security.current')} value={current} onChange={setCurrent} />
          <NewPasswordField value={password} onChange={setPassword} />
          <FormError error={change.error} />
          <div>
            <Button type="submit" busy={change.isPending}>
              {t('security.change')}
            </Button>
          </div>
        </form>
      </Card>
      <TwoFactor />
    </div>
  );
};
