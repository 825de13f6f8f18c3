import { useState } from 'react';
import { type Role, roles as memberRoles } from '../../../src/domain/operator.ts';
import { Button } from '../../components/buttons/button.tsx';
import { CopyField } from '../../components/display/copy-field.tsx';
import { Dialog } from '../../components/layers/dialog.tsx';
import { roleTexts } from '../../components/account/role-texts.ts';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { SelectField, TextField } from '../../components/forms/text-field.tsx';
import { useChangeMembers } from '../../data/members.ts';
import { useText } from '../../texts/text-context.tsx';

/** The role with the fewest rights first, as the default choice. */
export const roles: readonly Role[] = memberRoles.toReversed();

/** No mail is sent: the inviting person passes the link on. */
export const InviteDialog = ({ website, onClose }: { website: string; onClose: () => void }) => {
  const { t } = useText();
  const { invite } = useChangeMembers(website);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('merchandiser');
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
    <FormDialog
      title={t('members.invite')}
      action={t('members.invite')}
      busy={invite.isPending}
      error={invite.error}
      onSubmit={() => invite.mutate({ email, role })}
      onClose={onClose}
    >
      <TextField
        label={t('members.email')}
        type="email"
        required
        autoFocus
        value={email}
        onChange={setEmail}
      />
      <SelectField
        label={t('members.role')}
        hint={t('members.roleHint')}
        value={role}
        onChange={setRole}
        options={roles.map((value) => ({ value, label: t(roleTexts[value]) }))}
      />
    </FormDialog>
  );
};
