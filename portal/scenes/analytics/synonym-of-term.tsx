import { useState } from 'react';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useAddSynonym } from '../../data/synonyms.ts';
import { useText } from '../../texts/text-context.tsx';

type SynonymOfTermProps = { website: string; term: string; onClose: () => void };

/** Says which word of the catalogue a search term means. */
export const SynonymOfTerm = ({ website, term, onClose }: SynonymOfTermProps) => {
  const { t } = useText();
  const toast = useToast();
  const [meaning, setMeaning] = useState('');
  const add = useAddSynonym(website);
  const submit = (): void =>
    add.mutate(
      { term, meaning: meaning.trim() },
      {
        onSuccess: () => {
          toast(t('analytics.synonymAdded', { term, meaning: meaning.trim() }));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t('analytics.synonymOfTerm', { term })}
      action={t('common.save')}
      busy={add.isPending}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('analytics.synonymMeaning')}
        hint={t('analytics.synonymHint')}
        required
        maxLength={100}
        value={meaning}
        onChange={setMeaning}
      />
    </FormDialog>
  );
};
