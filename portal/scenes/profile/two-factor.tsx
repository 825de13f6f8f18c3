import { type FormEvent, useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { CopyField } from '../../components/display/copy-field.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useSession, useTotp } from '../../data/session.ts';
import { CodeField, CurrentPasswordField } from '../../components/account/sign-in-fields.tsx';
import { whenDone } from '../../data/resource.ts';
import { useText } from '../../texts/text-context.tsx';

const SwitchOn = () => {
  const { t } = useText();
  const toast = useToast();
  const { begin, confirm } = useTotp();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const submitPassword = (event: FormEvent): void => {
    event.preventDefault();
    begin.mutate(password);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    whenDone(confirm.mutateAsync(code), () => toast(t('security.totpAdded')));
  };
  if (!begin.data) {
    return (
      <form onSubmit={submitPassword} className="flex flex-col gap-4">
        <CurrentPasswordField label={t('keys.password')} value={password} onChange={setPassword} />
        <FormError error={begin.error} />
        <div>
          <Button type="submit" variant="primary" busy={begin.isPending}>
            {t('security.totpBegin')}
          </Button>
        </div>
      </form>
    );
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-muted">{t('security.totpScan')}</p>
      {/* As a picture, never as markup: whatever the text is, it cannot run. */}
      <img
        alt={t('security.totpQr')}
        src={`data:image/svg+xml,${encodeURIComponent(begin.data.qr)}`}
        className="size-44 rounded-xl bg-[oklch(1_0_0)] p-2"
      />
      <CopyField label={t('security.totpSecret')} value={begin.data.secret} />
      <CodeField value={code} onChange={setCode} />
      <FormError error={confirm.error} />
      <div>
        <Button type="submit" variant="primary" busy={confirm.isPending}>
          {t('security.totpConfirm')}
        </Button>
      </div>
    </form>
  );
};

const SwitchOff = () => {
  const { t } = useText();
  const toast = useToast();
  const { remove } = useTotp();
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    whenDone(remove.mutateAsync(password), () => toast(t('security.totpRemoved')));
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <CurrentPasswordField label={t('keys.password')} value={password} onChange={setPassword} />
      <FormError error={remove.error} />
      <div>
        <Button type="submit" variant="danger" busy={remove.isPending}>
          {t('security.totpRemove')}
        </Button>
      </div>
    </form>
  );
};

export const TwoFactor = () => {
  const { t } = useText();
  const { data } = useSession();
  const on = data?.operator.totp ?? false;
  return (
    <Card title={t('security.totp')} description={on ? t('security.totpOn') : t('security.totpOff')}>
      {on ? <SwitchOff /> : <SwitchOn />}
    </Card>
  );
};
