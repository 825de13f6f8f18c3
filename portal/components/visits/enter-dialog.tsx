import { useState } from 'react';
import { useVisit } from '../../data/websites.ts';
import { useText } from '../../texts/text-context.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { TextField } from '../forms/text-field.tsx';
import { CurrentPasswordField } from '../account/sign-in-fields.tsx';

type EnterDialogProps = {
  website: string;
  displayName: string;
  onEntered: () => void;
  onClose: () => void;
};

/** An administrator enters a shop that they are no member of: with a reason, and the password again. */
export const EnterDialog = ({ website, displayName, onEntered, onClose }: EnterDialogProps) => {
  const { t } = useText();
  const { enter } = useVisit(website);
  const [reason, setReason] = useState('');
  const [password, setPassword] = useState('');
  return (
    <FormDialog
      title={t('visit.enterShop', { name: displayName })}
      action={t('visit.enter')}
      busy={enter.isPending}
      error={enter.error}
      onSubmit={() => enter.mutate({ reason, password }, { onSuccess: onEntered })}
      onClose={onClose}
    >
      <p className="text-pretty text-muted">{t('visit.lasts')}</p>
      <TextField
        label={t('faults.reason')}
        required
        minLength={3}
        maxLength={300}
        autoFocus
        autoComplete="off"
        value={reason}
        onChange={setReason}
      />
      <CurrentPasswordField
        label={t('keys.password')}
        hint={t('keys.passwordHint')}
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  );
};
