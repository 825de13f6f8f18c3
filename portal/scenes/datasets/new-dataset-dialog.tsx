import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import type { Dataset } from '../../api/types.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { FormError } from '../../components/form-error.tsx';
import { Input, Select } from '../../components/input.tsx';
import { useCreateDataset } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';

export function NewDatasetDialog({
  website,
  datasets,
  onClose,
}: {
  website: string;
  datasets: readonly Dataset[];
  onClose: () => void;
}) {
  const { t } = useText();
  const form = useId();
  const navigate = useNavigate();
  const create = useCreateDataset(website);
  const [name, setName] = useState('');
  const [kind, setKind] = useState<'products' | 'keywords'>('products');
  const products = datasets.find(({ declaration }) => declaration.kind === 'products')?.declaration.name;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate(
      { name, kind, ...(kind === 'keywords' && products !== undefined ? { products } : {}) },
      {
        onSuccess: () =>
          void navigate({ to: '/$website/datasets/$dataset', params: { website, dataset: name } }),
      },
    );
  };
  return (
    <Dialog
      open
      title={t('datasets.new')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={create.isPending}>
            {t('datasets.create.button')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('datasets.column.name')}>
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
        <Field label={t('datasets.column.kind')}>
          {(control) => (
            <Select
              {...control}
              value={kind}
              onChange={setKind}
              options={(['products', 'keywords'] as const).map((value) => ({
                value,
                label: t(`datasets.kind.${value}`),
              }))}
            />
          )}
        </Field>
        <FormError error={create.error} />
      </form>
    </Dialog>
  );
}
