import { type FormEvent, useId, useState } from 'react';
import type { Role } from '../../../src/domain/operator.ts';
import { Button } from '../../components/button.tsx';
import { CopyField } from '../../components/copy-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { FormError } from '../../components/form-error.tsx';
import { Input, Select } from '../../components/input.tsx';
import { roleTexts } from '../../components/role-text.ts';
import { useChangeMembers } from '../../data/people.ts';
import { useText } from '../../texts/text-context.tsx';

export const roles: readonly Role[] = ['viewer', 'merchandiser', 'owner'];

/** No mail is sent: the link is handed over by whoever invites. */
export function InviteDialog({ website, onClose }: { website: string; onClose: () => void }) {
  const { t } = useText();
  const form = useId();
  const { invite } = useChangeMembers(website);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('merchandiser');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    invite.mutate({ email, role });
  };
  if (invite.data) {
    return (
      <Dialog
        open
        title={t('members.invite')}
        description={t('members.link', { email })}
        onClose={onClose}
        actions={<Button onClick={onClose}>{t('common.close')}</Button>}
      >
        <CopyField label={t('members.linkLabel')} value={invite.data.invitation} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      title={t('members.invite')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={invite.isPending}>
            {t('members.invite')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('members.email')}>
          {(control) => (
            <Input
              {...control}
              type="email"
              required
              autoFocus
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('members.role')} hint={t('members.roleHint')}>
          {(control) => (
            <Select
              {...control}
              value={role}
              onChange={setRole}
              options={roles.map((value) => ({ value, label: t(roleTexts[value]) }))}
            />
          )}
        </Field>
        <FormError error={invite.error} />
      </form>
    </Dialog>
  );
}
