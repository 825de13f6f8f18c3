import { type FormEvent, useId, useState } from 'react';
import type { KeyKind } from '../../../src/domain/subscription.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { FormError } from '../../components/form-error.tsx';
import { Input, Select, Textarea } from '../../components/input.tsx';
import { useChangeSubscriptions } from '../../data/subscriptions.ts';
import { useText } from '../../texts/text-context.tsx';

const kinds: readonly KeyKind[] = ['secret', 'publishable', 'ingest'];

export function NewSubscriptionDialog({ website, onClose }: { website: string; onClose: () => void }) {
  const { t } = useText();
  const form = useId();
  const { create } = useChangeSubscriptions(website);
  const [name, setName] = useState('');
  const [kind, setKind] = useState<KeyKind>('secret');
  const [origins, setOrigins] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const list = origins.split(/\s+/).filter(Boolean);
    create.mutate(
      { name, kind, ...(kind === 'publishable' && list.length > 0 ? { origins: list } : {}) },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog
      open
      title={t('keys.new')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={create.isPending}>
            {t('keys.create')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('keys.name')}>
          {(control) => (
            <Input
              {...control}
              required
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('keys.kind')}>
          {(control) => (
            <Select
              {...control}
              value={kind}
              onChange={setKind}
              options={kinds.map((value) => ({ value, label: t(`keys.kind.${value}`) }))}
            />
          )}
        </Field>
        {kind === 'publishable' && (
          <Field label={t('keys.origins')} hint={t('keys.originsHint')} optional>
            {(control) => (
              <Textarea {...control} value={origins} onChange={(event) => setOrigins(event.target.value)} />
            )}
          </Field>
        )}
        <FormError error={create.error} />
      </form>
    </Dialog>
  );
}
