import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { boxKinds } from '../../../src/domain/box.ts';
import type { Dataset } from '../../api/types.ts';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { SelectField, TextField } from '../../components/forms/text-field.tsx';
import { useCreateBox } from '../../data/boxes.ts';
import { useText } from '../../texts/text-context.tsx';
import { type BoxKind, datasetKindFor, kindTexts } from './kinds.ts';

type NewBoxDialogProps = {
  website: string;
  datasets: readonly Dataset[];
  onClose: () => void;
};

export const NewBoxDialog = ({ website, datasets, onClose }: NewBoxDialogProps) => {
  const { t } = useText();
  const navigate = useNavigate();
  const create = useCreateBox(website);
  const names = (kind: BoxKind): string[] =>
    datasets.flatMap(({ declaration }) =>
      declaration.kind === datasetKindFor(kind) ? [declaration.name] : [],
    );
  const availableKinds = boxKinds.filter((kind) => names(kind).length > 0);
  const [kind, setKind] = useState<BoxKind>(availableKinds[0] ?? 'search');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState('');
  const choices = names(kind);
  const dataset = choices.includes(chosen) ? chosen : (choices[0] ?? '');
  const submit = (): void =>
    create.mutate(
      { kind, name, dataset },
      { onSuccess: () => void navigate({ to: '/$website/boxes/$box', params: { website, box: name } }) },
    );
  return (
    <FormDialog
      title={t('boxes.new')}
      action={t('boxes.create.button')}
      busy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label={t('boxes.create.kind')}
        value={kind}
        onChange={setKind}
        options={availableKinds.map((value) => ({ value, label: t(kindTexts[value]) }))}
      />
      <TextField
        label={t('boxes.create.name')}
        hint={t('boxes.create.nameHint')}
        required
        maxLength={200}
        value={name}
        onChange={setName}
      />
      <SelectField
        label={t('boxes.create.dataset')}
        value={dataset}
        onChange={setChosen}
        options={choices.map((value) => ({ value, label: value }))}
      />
    </FormDialog>
  );
};
