import { useState } from 'react';
import type { IssuedKeys } from '../../api/types.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PresentPassword } from '../../components/sign-in-fields.tsx';
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
      <PresentPassword
        label={t('keys.password')}
        hint={t('keys.passwordHint')}
        autoFocus
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  );
};
