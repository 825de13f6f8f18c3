import { type FormEvent, useId, useState } from 'react';
import type { IssuedKeys } from '../../api/types.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { FormError } from '../../components/form-error.tsx';
import { Input } from '../../components/input.tsx';
import { useChangeSubscriptions } from '../../data/subscriptions.ts';
import { useText } from '../../texts/text-context.tsx';

type RevealDialogProps = {
  website: string;
  name: string;
  onKeys: (keys: IssuedKeys) => void;
  onClose: () => void;
};

export function RevealDialog({ website, name, onKeys, onClose }: RevealDialogProps) {
  const { t } = useText();
  const form = useId();
  const { reveal } = useChangeSubscriptions(website);
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    reveal.mutate({ name, password }, { onSuccess: onKeys });
  };
  return (
    <Dialog
      open
      title={t('keys.revealTitle', { name })}
      onClose={onClose}
      actions={
        <Button type="submit" form={form} variant="primary" busy={reveal.isPending}>
          {t('keys.reveal')}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('keys.password')} hint={t('keys.passwordHint')}>
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="current-password"
              required
              autoFocus
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <FormError error={reveal.error} />
      </form>
    </Dialog>
  );
}
