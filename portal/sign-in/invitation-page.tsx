import { type FormEvent, useEffect, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import type { Invitation } from '../api/types.ts';
import { Button, buttonClass } from '../components/buttons/button.tsx';
import { FormError } from '../components/feedback/form-error.tsx';
import { NewPasswordField } from '../components/account/new-password.tsx';
import { roleTexts } from '../components/account/role-texts.ts';
import { useText } from '../texts/text-context.tsx';
import { acceptInvitation, fetchInvitation, enterAfterSetUp } from './sign-in-api.ts';
import { PageFrame } from './page-frame.tsx';
import { useAction } from './use-action.ts';

/** The address has an account with another password, perhaps made by somebody else. */
const isOfAnother = (error: unknown): boolean =>
  error instanceof ApiError && error.fault.reason === 'invitation-password';

const InvitationForm = ({ token }: { token: string }) => {
  const { t } = useText();
  const [password, setPassword] = useState('');
  const { busy, error, run } = useAction(async (separate: boolean) => {
    enterAfterSetUp(await acceptInvitation(token, { password, ...(separate && { separate }) }));
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run(false);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <NewPasswordField value={password} onChange={setPassword} />
      <FormError error={error} />
      <Button type="submit" variant="primary" busy={busy}>
        {t('invitation.button')}
      </Button>
      {isOfAnother(error) && (
        <Button onClick={() => run(true)} busy={busy}>
          {t('invitation.separate')}
        </Button>
      )}
    </form>
  );
};

export const InvitationPage = ({ token }: { token: string }) => {
  const { t } = useText();
  const [found, setFound] = useState<Invitation | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    fetchInvitation(token).then(setFound, setError);
  }, [token]);
  if (error instanceof ApiError && error.status === 404) {
    return (
      <PageFrame title={t('setup.invalid.title')} lead={t('invitation.invalid.body')}>
        <a href="/portal/sign-in" className={buttonClass('primary')}>
          {t('setup.toSignIn')}
        </a>
      </PageFrame>
    );
  }
  if (!found) {
    return (
      <PageFrame title={t('shell.website')} lead={error ? '' : t('common.loading')}>
        <FormError error={error} />
      </PageFrame>
    );
  }
  const { email, website, role } = found;
  return (
    <PageFrame
      title={t('invitation.title', { website })}
      lead={t('invitation.lead', { role: t(roleTexts[role]), email })}
    >
      <InvitationForm token={token} />
    </PageFrame>
  );
};
