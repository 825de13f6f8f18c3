import { useState } from 'react';
import type { IssuedKeys } from '../../api/types.ts';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { CurrentPasswordField } from '../../components/account/sign-in-fields.tsx';
import { useChangeSubscriptions } from '../../data/subscriptions.ts';
import { useText } from '../../texts/text-context.tsx';

type RevealDialogProps = {
  website: string;
  name: string;
  onKeys: (keys: IssuedKeys) => void;
  onClose: () => void;
};

export const RevealDialog = ({ website, name, onKeys, onClose }: RevealDialogProps) => {
  const { t } = useText();
  const { reveal } = useChangeSubscriptions(website);
  const [password, setPassword] = useState('');
  return (
    <FormDialog
      title={t('keys.revealTitle', { name })}
      action={t('keys.reveal')}
      busy={reveal.isPending}
      error={reveal.error}
      onSubmit={() => reveal.mutate({ name, password }, { onSuccess: onKeys })}
      onClose={onClose}
    >
      <CurrentPasswordField
        label={t('keys.password')}
        hint={t('keys.passwordHint')}
        autoFocus
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  );
};
