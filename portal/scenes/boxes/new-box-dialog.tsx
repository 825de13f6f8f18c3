import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { boxKinds } from '../../../src/domain/box.ts';
import type { Dataset } from '../../api/types.ts';
import { ChoiceCards } from '../../components/forms/choice-cards.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { SelectField, TextField } from '../../components/forms/text-field.tsx';
import { useCreateBox } from '../../data/boxes.ts';
import { useText } from '../../texts/text-context.tsx';
import { type BoxKind, datasetKindFor, kindIcons, kindTexts } from './kinds.ts';

type NewBoxDialogProps = {
  website: string;
  datasets: readonly Dataset[];
  onClose: () => void;
};

/** A name that no dataset has yet. */
const nameNewTerms = (datasets: readonly Dataset[]): string => {
  const taken = new Set(datasets.map(({ declaration }) => declaration.name));
  const names = Array.from({ length: taken.size + 1 }, (_, index) =>
    index === 0 ? 'search-terms' : `search-terms-${index + 1}`,
  );
  return names.find((name) => !taken.has(name)) ?? 'search-terms';
};

export const NewBoxDialog = ({ website, datasets, onClose }: NewBoxDialogProps) => {
  const { t } = useText();
  const navigate = useNavigate();
  const create = useCreateBox(website);
  const names = (kind: BoxKind): string[] =>
    datasets.flatMap(({ declaration }) =>
      declaration.kind === datasetKindFor(kind) ? [declaration.name] : [],
    );
  const [catalogue] = names('search');
  /** Search terms are made from the catalogue where there are none yet. */
  const newTerms = nameNewTerms(datasets);
  const list = (kind: BoxKind): string[] => {
    const existing = names(kind);
    return existing.length === 0 && kind === 'relatedKeywords' && catalogue !== undefined
      ? [newTerms]
      : existing;
  };
  const availableKinds = boxKinds.filter((kind) => list(kind).length > 0);
  const [kind, setKind] = useState<BoxKind>(availableKinds[0] ?? 'search');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState('');
  const choices = list(kind);
  const dataset = choices.includes(chosen) ? chosen : (choices[0] ?? '');
  const isNew = dataset === newTerms && kind === 'relatedKeywords' && names(kind).length === 0;
  const submit = (): void =>
    create.mutate(
      {
        box: { kind, name, dataset },
        ...(isNew &&
          catalogue !== undefined && { dataset: { name: newTerms, kind: 'keywords', products: catalogue } }),
      },
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
      <ChoiceCards
        label={t('boxes.create.kind')}
        value={kind}
        onChange={setKind}
        choices={availableKinds.map((value) => ({
          value,
          icon: kindIcons[value],
          title: t(kindTexts[value]),
          body: t(`boxes.create.${value}`),
        }))}
      />
      <TextField
        label={t('boxes.create.name')}
        hint={t('boxes.create.nameHint')}
        required
        maxLength={200}
        value={name}
        onChange={setName}
      />
      {isNew ? (
        <p className="text-sm text-muted">
          {t('boxes.create.fromCatalogue', { catalogue: catalogue ?? '' })}
        </p>
      ) : (
        <SelectField
          label={t('boxes.create.dataset')}
          value={dataset}
          onChange={setChosen}
          options={choices.map((value) => ({ value, label: value }))}
        />
      )}
    </FormDialog>
  );
};
