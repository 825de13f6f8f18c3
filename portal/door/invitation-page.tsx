import { type FormEvent, useEffect, useState } from 'react';
import type { Invitation } from '../api/types.ts';
import { Button } from '../components/button.tsx';
import { FormError } from '../components/form-error.tsx';
import { NewPassword } from '../components/new-password.tsx';
import { roleTexts } from '../components/role-text.ts';
import { useText } from '../texts/text-context.tsx';
import { acceptInvitation, invitation, welcome } from './door-api.ts';
import { DoorFrame } from './door-frame.tsx';
import { useAction } from './use-action.ts';

const Join = ({ token }: { token: string }) => {
  const { t } = useText();
  const [password, setPassword] = useState('');
  const { busy, error, run } = useAction(async () => {
    welcome(await acceptInvitation(token, password));
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run(undefined);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <NewPassword value={password} onChange={setPassword} />
      <FormError error={error} />
      <Button type="submit" variant="primary" busy={busy}>
        {t('invitation.button')}
      </Button>
    </form>
  );
};

export const InvitationPage = ({ token }: { token: string }) => {
  const { t } = useText();
  const [found, setFound] = useState<Invitation | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    invitation(token).then(setFound, setError);
  }, [token]);
  if (!found) {
    return (
      <DoorFrame title={t('shell.website')} lead={error ? '' : t('common.loading')}>
        <FormError error={error} />
      </DoorFrame>
    );
  }
  const { email, website, role } = found;
  return (
    <DoorFrame
      title={t('invitation.title', { website })}
      lead={t('invitation.lead', { role: t(roleTexts[role]), email })}
    >
      <Join token={token} />
    </DoorFrame>
  );
};
