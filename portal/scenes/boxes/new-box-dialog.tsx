import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import type { Dataset } from '../../api/types.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { FormError } from '../../components/form-error.tsx';
import { Input, Select } from '../../components/input.tsx';
import { useCreateBox } from '../../data/boxes.ts';
import { useText } from '../../texts/text-context.tsx';
import { type BoxKind, datasetKindOf, kindTexts } from './kinds.ts';

type NewBoxDialogProps = {
  open: boolean;
  website: string;
  datasets: readonly Dataset[];
  onClose: () => void;
};

const kinds: readonly BoxKind[] = ['search', 'relatedKeywords', 'relatedProducts'];

export function NewBoxDialog({ open, website, datasets, onClose }: NewBoxDialogProps) {
  const { t } = useText();
  const form = useId();
  const navigate = useNavigate();
  const create = useCreateBox(website);
  const names = (kind: BoxKind): string[] =>
    datasets.flatMap(({ declaration }) =>
      declaration.kind === datasetKindOf(kind) ? [declaration.name] : [],
    );
  const possible = kinds.filter((kind) => names(kind).length > 0);
  const [kind, setKind] = useState<BoxKind>(possible[0] ?? 'search');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState('');
  const choices = names(kind);
  const dataset = choices.includes(chosen) ? chosen : (choices[0] ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate(
      { kind, name, dataset },
      { onSuccess: () => void navigate({ to: '/$website/boxes/$box', params: { website, box: name } }) },
    );
  };
  return (
    <Dialog
      open={open}
      title={t('boxes.new')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={create.isPending}>
            {t('boxes.create.button')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t('boxes.create.kind')}>
          {(control) => (
            <Select
              {...control}
              value={kind}
              onChange={setKind}
              options={possible.map((value) => ({ value, label: t(kindTexts[value]) }))}
            />
          )}
        </Field>
        <Field label={t('boxes.create.name')} hint={t('boxes.create.nameHint')}>
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
        <Field label={t('boxes.create.dataset')}>
          {(control) => (
            <Select
              {...control}
              value={dataset}
              onChange={setChosen}
              options={choices.map((value) => ({ value, label: value }))}
            />
          )}
        </Field>
        <FormError error={create.error} />
      </form>
    </Dialog>
  );
}
