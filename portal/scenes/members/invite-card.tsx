import { UserPlus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type Role, roles as memberRoles } from '../../../src/domain/operator.ts';
import { Button } from '../../components/buttons/button.tsx';
import { CopyField } from '../../components/display/copy-field.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { roleTexts } from '../../components/account/role-texts.ts';
import { SelectField, TextField } from '../../components/forms/text-field.tsx';
import { useChangeMembers } from '../../data/members.ts';
import { useText } from '../../texts/text-context.tsx';

/** The role with the fewest rights first, as the default choice. */
export const roles: readonly Role[] = memberRoles.toReversed();

/** No mail is sent: the inviting person passes the link on. */
export const InviteCard = ({ website }: { website: string }) => {
  const { t } = useText();
  const { invite } = useChangeMembers(website);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('merchandiser');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    invite.mutate({ email, role }, { onSuccess: () => setEmail('') });
  };
  return (
    <Card title={t('members.inviteTitle')}>
      <form
        onSubmit={submit}
        onInput={() => invite.reset()}
        className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_14rem_auto]"
      >
        <TextField label={t('members.email')} type="email" required value={email} onChange={setEmail} />
        <SelectField
          label={t('members.role')}
          value={role}
          onChange={setRole}
          options={roles.map((value) => ({ value, label: t(roleTexts[value]) }))}
        />
        <Button type="submit" variant="primary" icon={UserPlus} busy={invite.isPending}>
          {t('members.invite')}
        </Button>
      </form>
      <FormError error={invite.error} />
      {invite.data && (
        <div role="status" className="mt-4 flex flex-col gap-2">
          <p>{t('members.link', { email: invite.variables?.email ?? '' })}</p>
          <CopyField label={t('members.linkLabel')} value={invite.data.invitation} />
        </div>
      )}
    </Card>
  );
};
