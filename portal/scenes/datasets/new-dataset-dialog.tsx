import { useNavigate } from '@tanstack/react-router';
import { MessagesSquare, Shirt } from 'lucide-react';
import { useState } from 'react';
import { datasetKinds } from '../../../src/domain/settings/choices.ts';
import type { Dataset } from '../../api/types.ts';
import { ChoiceCards } from '../../components/forms/choice-cards.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { useCreateDataset } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';

const icons = { products: Shirt, keywords: MessagesSquare } as const;

export const NewDatasetDialog = ({
  website,
  datasets,
  onClose,
}: {
  website: string;
  datasets: readonly Dataset[];
  onClose: () => void;
}) => {
  const { t } = useText();
  const navigate = useNavigate();
  const create = useCreateDataset(website);
  const [name, setName] = useState('');
  const [kind, setKind] = useState<'products' | 'keywords'>('products');
  const products = datasets.find(({ declaration }) => declaration.kind === 'products')?.declaration.name;
  const submit = (): void =>
    create.mutate(
      { name, kind, ...(kind === 'keywords' && products !== undefined ? { products } : {}) },
      {
        onSuccess: () =>
          void navigate({ to: '/$website/datasets/$dataset', params: { website, dataset: name } }),
      },
    );
  return (
    <FormDialog
      title={t('datasets.new')}
      action={t('datasets.create.button')}
      busy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChoiceCards
        label={t('datasets.column.kind')}
        value={kind}
        onChange={setKind}
        choices={datasetKinds.map((value) => ({
          value,
          icon: icons[value],
          title: t(`datasets.kind.${value}`),
          body: t(`datasets.create.${value}`),
        }))}
      />
      <TextField
        label={t('datasets.column.name')}
        autoFocus
        required
        maxLength={200}
        value={name}
        onChange={setName}
      />
      <p className="text-sm text-muted">{t(`datasets.create.next.${kind}`)}</p>
    </FormDialog>
  );
};
