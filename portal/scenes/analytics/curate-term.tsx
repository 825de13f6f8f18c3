import { useState } from 'react';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { Field } from '../../components/forms/field.tsx';
import { Textarea } from '../../components/forms/input.tsx';
import { SelectField } from '../../components/forms/text-field.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useCuration, useSaveCuration } from '../../data/boxes.ts';
import { updateEntries } from '../../data/curation-entries.ts';
import { useText } from '../../texts/text-context.tsx';

type CurateTermProps = { website: string; boxes: readonly string[]; term: string; onClose: () => void };

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Own suggestions for a search term that has none. What was curated for it before is kept behind them. */
export const CurateTerm = ({ website, boxes, term, onClose }: CurateTermProps) => {
  const { t } = useText();
  const toast = useToast();
  const [box, setBox] = useState(boxes[0] ?? '');
  const [lines, setLines] = useState('');
  const stored = useCuration(website, box);
  const save = useSaveCuration(website, box);
  const submit = (): void => {
    const added = splitLines(lines);
    if (!stored.data || added.length === 0) return;
    const entries = updateEntries(stored.data, term, (entry) => ({
      ...entry,
      add: [...added, ...entry.add.filter((each) => !added.includes(each))],
      hide: entry.hide.filter((each) => !added.includes(each)),
    }));
    save.mutate(entries, {
      onSuccess: () => {
        toast(t('analytics.curated', { term }));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={t('analytics.curateTerm', { term })}
      action={t('common.save')}
      busy={save.isPending || stored.isPending}
      error={save.error ?? stored.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {boxes.length > 1 && (
        <SelectField
          label={t('boxes.kind.relatedKeywords')}
          value={box}
          onChange={setBox}
          options={boxes.map((value) => ({ value, label: value }))}
        />
      )}
      <Field label={t('curation.add')} hint={t('analytics.curateHint')}>
        {(control) => (
          <Textarea {...control} required value={lines} onChange={(event) => setLines(event.target.value)} />
        )}
      </Field>
    </FormDialog>
  );
};
