import { ListPlus, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { CurationEntry } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { IconButton } from '../../components/buttons/icon-button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Switch } from '../../components/forms/checkbox.tsx';
import { Field } from '../../components/forms/field.tsx';
import { Textarea } from '../../components/forms/input.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SaveBar } from '../../components/editing/save-bar.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { useDraft } from '../../components/editing/use-draft.ts';
import { useCuration, useSaveCuration } from '../../data/boxes.ts';
import { TextField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';
import { emptyEntry } from '../../data/curation-entries.ts';

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

type EntryCardProps = {
  entry: CurationEntry;
  disabled: boolean;
  onChange: (entry: CurationEntry) => void;
  onRemove: () => void;
};

const EntryCard = ({ entry, disabled, onChange, onRemove }: EntryCardProps) => {
  const { t } = useText();
  const name = entry.pattern ?? t('curation.everywhere');
  return (
    <Card
      title={name}
      actions={
        !disabled && (
          <IconButton size="small" icon={Trash2} label={t('common.removeOf', { name })} onClick={onRemove} />
        )
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('curation.add')} hint={t('curation.addHint')}>
          {(control) => (
            <Textarea
              {...control}
              disabled={disabled}
              defaultValue={entry.add.join('\n')}
              onBlur={(event) => onChange({ ...entry, add: splitLines(event.target.value) })}
            />
          )}
        </Field>
        <Field label={t('curation.hide')} hint={t('curation.hideHint')}>
          {(control) => (
            <Textarea
              {...control}
              disabled={disabled}
              defaultValue={entry.hide.join('\n')}
              onBlur={(event) => onChange({ ...entry, hide: splitLines(event.target.value) })}
            />
          )}
        </Field>
      </div>
      <div className="mt-4">
        <Switch
          label={t('curation.replace')}
          hint={t('curation.replaceHint')}
          disabled={disabled}
          checked={entry.replace ?? false}
          onChange={(replace) => onChange({ ...entry, replace })}
        />
      </div>
    </Card>
  );
};

const NewEntry = ({
  taken,
  onAdd,
}: {
  taken: readonly (string | null)[];
  onAdd: (pattern: string | null) => void;
}) => {
  const { t } = useText();
  const [pattern, setPattern] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const text = pattern.trim();
    if (text !== '' && !taken.includes(text)) onAdd(text);
    setPattern('');
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <div className="w-full sm:w-64">
        <TextField label={t('curation.newPattern')} value={pattern} maxLength={200} onChange={setPattern} />
      </div>
      <Button type="submit" icon={Plus}>
        {t('curation.new')}
      </Button>
      {!taken.includes(null) && <Button onClick={() => onAdd(null)}>{t('curation.addAlways')}</Button>}
    </form>
  );
};

const Editor = ({
  website,
  box,
  stored,
  disabled,
}: {
  website: string;
  box: string;
  stored: readonly CurationEntry[];
  disabled: boolean;
}) => {
  const { t } = useText();
  const draft = useDraft({ entries: stored });
  const save = useSaveCuration(website, box);
  const { entries } = draft.value;
  const change = (next: readonly CurationEntry[]): void => draft.change({ entries: next });
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <p className="text-muted">{t('curation.lead')}</p>
      {!disabled && (
        <NewEntry
          taken={entries.map(({ pattern }) => pattern)}
          onAdd={(pattern) => change([emptyEntry(pattern), ...entries])}
        />
      )}
      {entries.length === 0 && (
        <Card>
          <EmptyState icon={ListPlus} title={t('curation.empty.title')} body={t('curation.empty.body')} />
        </Card>
      )}
      {entries.map((entry, index) => (
        <EntryCard
          key={entry.pattern ?? ''}
          entry={entry}
          disabled={disabled}
          onChange={(next) => change(entries.with(index, next))}
          onRemove={() => change(entries.toSpliced(index, 1))}
        />
      ))}
      <SaveBar place="tab" draft={{ ...draft, value: entries }} save={save} />
    </div>
  );
};

export const CurationTab = ({
  website,
  box,
  disabled,
}: {
  website: string;
  box: string;
  disabled: boolean;
}) => {
  const query = useCuration(website, box);
  return (
    <QueryView query={query}>
      {(stored) => <Editor website={website} box={box} stored={stored} disabled={disabled} />}
    </QueryView>
  );
};
