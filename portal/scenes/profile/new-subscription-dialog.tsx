import { Globe, Server, Upload } from 'lucide-react';
import { useState } from 'react';
import { keyKinds } from '../../../src/domain/settings/choices.ts';
import type { KeyKind } from '../../../src/domain/subscription.ts';
import { ChoiceCards } from '../../components/forms/choice-cards.tsx';
import { Field } from '../../components/forms/field.tsx';
import { Textarea } from '../../components/forms/input.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { useChangeSubscriptions } from '../../data/subscriptions.ts';
import { useText } from '../../texts/text-context.tsx';
import { IssuedKeysDialog } from './issued-keys-dialog.tsx';

const icons = { secret: Server, publishable: Globe, ingest: Upload } as const;

export const NewSubscriptionDialog = ({ website, onClose }: { website: string; onClose: () => void }) => {
  const { t } = useText();
  const { create } = useChangeSubscriptions(website);
  const [name, setName] = useState('');
  const [kind, setKind] = useState<KeyKind>('secret');
  const [origins, setOrigins] = useState('');
  const submit = (): void => {
    const list = origins.split(/\s+/).filter(Boolean);
    create.mutate(
      { name, kind, ...(kind === 'publishable' && list.length > 0 ? { origins: list } : {}) },
      { onSuccess: ({ keys }) => keys === null && onClose() },
    );
  };
  if (create.data?.keys) return <IssuedKeysDialog name={name} keys={create.data.keys} onClose={onClose} />;
  return (
    <FormDialog
      title={t('keys.new')}
      action={t('keys.create')}
      busy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={t('keys.name')} autoFocus required maxLength={200} value={name} onChange={setName} />
      <ChoiceCards
        label={t('keys.kind')}
        value={kind}
        onChange={setKind}
        choices={keyKinds.map((value) => ({
          value,
          icon: icons[value],
          title: t(`keys.kind.${value}`),
          body: t(`keys.kind.${value}.about`),
        }))}
      />
      {kind === 'publishable' && (
        <Field label={t('keys.origins')} hint={t('keys.originsHint')} optional>
          {(control) => (
            <Textarea {...control} value={origins} onChange={(event) => setOrigins(event.target.value)} />
          )}
        </Field>
      )}
    </FormDialog>
  );
};
