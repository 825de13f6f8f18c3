import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Box, CurationEntry } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { IconButton } from '../../components/buttons/icon-button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Switch } from '../../components/forms/checkbox.tsx';
import { WordChips } from '../../components/forms/word-chips.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SaveBar } from '../../components/editing/save-bar.tsx';
import { useDraft } from '../../components/editing/use-draft.ts';
import { useTopTerms } from '../../data/analytics.ts';
import { useCuration, useSaveCuration } from '../../data/boxes.ts';
import { TextField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';
import { emptyEntry } from '../../data/curation-entries.ts';
import { RelatedStrip } from './box-strip.tsx';
import { RelatedResult } from './related-result.tsx';

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
        <WordChips
          label={t('curation.add')}
          disabled={disabled}
          words={entry.add}
          onChange={(add) => onChange({ ...entry, add })}
        />
        <WordChips
          label={t('curation.hide')}
          disabled={disabled}
          words={entry.hide}
          onChange={(hide) => onChange({ ...entry, hide })}
        />
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

/** Terms to start with, each with what the box gives for it. */
const shownTerms = 6;

const Editor = ({
  website,
  box,
  stored,
  disabled,
}: {
  website: string;
  box: Box;
  stored: readonly CurationEntry[];
  disabled: boolean;
}) => {
  const { t } = useText();
  const draft = useDraft({ entries: stored });
  const save = useSaveCuration(website, box.declaration.name);
  const terms = useTopTerms(website).slice(0, shownTerms);
  const { entries } = draft.value;
  const change = (next: readonly CurationEntry[]): void => draft.change({ entries: next });
  if (entries.length === 0)
    return (
      <div className="flex flex-col gap-4">
        {!disabled && <NewEntry taken={[]} onAdd={(pattern) => change([emptyEntry(pattern)])} />}
        <Card flush title={t('curation.empty.title')} description={t('curation.lead')}>
          <ul className="divide-y divide-line">
            {terms.map((term) => (
              <li
                key={term}
                className="grid items-center gap-3 px-5 py-3 sm:grid-cols-[12rem_minmax(0,1fr)_auto] sm:px-6"
              >
                <strong className="font-medium">{term}</strong>
                <RelatedStrip website={website} box={box} term={term} />
                {!disabled && (
                  <Button size="small" icon={Plus} onClick={() => change([emptyEntry(term)])}>
                    {t('curation.of', { term })}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Card>
        <SaveBar place="tab" draft={{ ...draft, value: entries }} save={save} />
      </div>
    );
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div className="flex min-w-0 flex-col gap-4">
        {!disabled && (
          <NewEntry
            taken={entries.map(({ pattern }) => pattern)}
            onAdd={(pattern) => change([emptyEntry(pattern), ...entries])}
          />
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
      <RelatedResult
        website={website}
        box={box}
        term={entries.find(({ pattern }) => pattern)?.pattern ?? undefined}
      />
    </div>
  );
};

export const CurationTab = ({ website, box, disabled }: { website: string; box: Box; disabled: boolean }) => {
  const query = useCuration(website, box.declaration.name);
  return (
    <QueryView query={query}>
      {(stored) => <Editor website={website} box={box} stored={stored} disabled={disabled} />}
    </QueryView>
  );
};
