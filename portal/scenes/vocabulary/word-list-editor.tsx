import { Download, Pencil, Plus, Rows3, Upload, X } from 'lucide-react';
import { type ChangeEvent, type FormEvent, useId, useState } from 'react';
import { Button, buttonClass } from '../../components/buttons/button.tsx';
import { IconButton } from '../../components/buttons/icon-button.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { Field } from '../../components/forms/field.tsx';
import { Input, Textarea } from '../../components/forms/input.tsx';
import { Card } from '../../components/layout/card.tsx';
import { classNames } from '../../styles/class-names.ts';
import { useText } from '../../texts/text-context.tsx';
import { compareLists, type ReadList, type WordList, writeList } from './word-lists.ts';

type WordListEditorProps = {
  title: string;
  description: string;
  label: string;
  hint: string;
  /** Label of the field for one more line. */
  addLabel: string;
  fileName: string;
  list: WordList;
  read: (text: string) => ReadList;
  save: (list: WordList, onDone: () => void) => void;
  busy: boolean;
  error: unknown;
  disabled: boolean;
};

/** What saving would change, in numbers and lines. */
const Preview = ({ added, removed }: ReturnType<typeof compareLists>) => {
  const { t } = useText();
  return (
    <div role="status" className="flex flex-col gap-1 rounded-xl bg-sunken px-4 py-3 text-sm">
      <p className="font-medium">{t('words.preview', { added: added.length, removed: removed.length })}</p>
      <ul className="max-h-48 overflow-y-auto">
        {added.map((line) => (
          <li key={`+${line}`} className="wrap-anywhere text-positive">
            + {line}
          </li>
        ))}
        {removed.map((line) => (
          <li key={`-${line}`} className="wrap-anywhere text-danger">
            − {line}
          </li>
        ))}
      </ul>
    </div>
  );
};

const Faults = ({ faults }: { faults: ReadList['faults'] }) => {
  const { t } = useText();
  return (
    <ul role="alert" className="flex flex-col gap-1 text-sm text-danger">
      {faults.map(({ line, fault }) => (
        <li key={line}>{t('words.fault', { line, what: t(`words.fault.${fault}`) })}</li>
      ))}
    </ul>
  );
};

/** More would be slow to read, and to draw: the field finds the others. */
const shownRows = 50;

type RowsProps = {
  list: WordList;
  addLabel: string;
  hint: string;
  disabled: boolean;
  onAdd: (line: string) => void;
  onRemove: (line: readonly string[]) => void;
};

/** Each line as a row. The field finds rows, and adds what is not there yet. */
const Rows = ({ list, addLabel, hint, disabled, onAdd, onRemove }: RowsProps) => {
  const { t } = useText();
  const [entry, setEntry] = useState('');
  const words = entry.trim().toLowerCase();
  const found = list.filter((cells) => cells.join(', ').toLowerCase().includes(words));
  const rows = found.length === 0 ? list : found;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (words === '') return;
    onAdd(entry.trim());
    setEntry('');
  };
  return (
    <>
      <form onSubmit={submit}>
        <Field label={addLabel} hint={hint}>
          {(control) => (
            <div className="flex items-center gap-3">
              <Input
                {...control}
                disabled={disabled && list.length === 0}
                value={entry}
                onChange={(event) => setEntry(event.target.value)}
              />
              {!disabled && (
                <Button type="submit" icon={Plus}>
                  {t('common.add')}
                </Button>
              )}
            </div>
          )}
        </Field>
      </form>
      <ul className="divide-y divide-line">
        {rows.slice(0, shownRows).map((cells) => (
          <li key={cells.join('\n')} className="flex items-center gap-3 py-1.5">
            <span className="flex min-w-0 flex-1 flex-wrap gap-2">
              {cells.map((cell) => (
                <span key={cell} className="rounded-md bg-sunken px-2 py-0.5 wrap-anywhere">
                  {cell}
                </span>
              ))}
            </span>
            {!disabled && (
              <IconButton
                size="small"
                icon={X}
                label={t('words.remove', { line: cells.join(', ') })}
                onClick={() => onRemove(cells)}
              />
            )}
          </li>
        ))}
      </ul>
      {rows.length > shownRows && (
        <p className="text-sm text-muted">{t('words.more', { count: rows.length - shownRows })}</p>
      )}
    </>
  );
};

/** The lines as they are shown: those that are stored, those that wait for Save, or those that are being saved. */
const useLines = ({ list: kept, read, save: send, busy, error }: WordListEditorProps) => {
  const { t } = useText();
  const toast = useToast();
  const stored = writeList(kept);
  const [text, setText] = useState<string | null>(null);
  const [isDraft, setIsDraft] = useState(false);
  const { list, faults } = read(text ?? stored);
  const keep = (lines: string | null): void => {
    setText(lines);
    setIsDraft(lines !== null);
  };
  const store = (next: WordList, undo?: { label: string; run: () => void }): void =>
    send(next, () => {
      // What was changed meanwhile is on its way as well.
      setText((now) => (now === writeList(next) ? null : now));
      setIsDraft(false);
      toast(t('common.saved'), 'positive', undo);
    });
  const save = (): void =>
    send(list, () => {
      keep(null);
      toast(t('common.saved'));
    });
  /** A row is saved at once, unless lines are being edited or one of them is faulty. */
  const change = (next: string): void => {
    const changed = read(next);
    if (isDraft || changed.faults.length > 0) return keep(next);
    setText(writeList(changed.list));
    store(changed.list, { label: t('common.undo'), run: () => store(list) });
  };
  // What could not be saved waits as well.
  const waits = isDraft || (text !== null && Boolean(error) && !busy);
  return { stored, text: text ?? stored, list, faults, keep, save, change, waits };
};

/** A list as rows, or as lines of text, which are also those of a CSV file. Nothing is saved while a line is faulty. */
export const WordListEditor = (props: WordListEditorProps) => {
  const { t } = useText();
  const id = useId();
  const { stored, text, list, faults, keep, save, change, waits } = useLines(props);
  const [isText, setIsText] = useState(false);
  const changes = compareLists(props.list, list);
  const isChanged = changes.added.length + changes.removed.length > 0;
  const importFile = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0];
    if (file) void file.text().then(keep);
    event.target.value = '';
  };
  return (
    <Card title={props.title} description={props.description}>
      <div className="flex flex-col gap-4">
        {!isText && (
          <Rows
            list={list}
            addLabel={props.addLabel}
            hint={props.hint}
            disabled={props.disabled}
            onAdd={(line) => change(`${text.trimEnd()}\n${line}\n`.trimStart())}
            onRemove={(line) => change(writeList(list.filter((each) => each !== line)))}
          />
        )}
        {isText && (
          <Field label={props.label} hint={props.hint}>
            {(control) => (
              <Textarea
                {...control}
                rows={8}
                disabled={props.disabled}
                value={text}
                onChange={(event) => keep(event.target.value)}
              />
            )}
          </Field>
        )}
        {faults.length > 0 && <Faults faults={faults} />}
        {waits && isChanged && <Preview {...changes} />}
        <FormError error={props.error} />
        <div className="flex flex-wrap items-center gap-3">
          {!props.disabled && (isText || waits) && (
            <>
              <Button
                variant="primary"
                disabled={!isChanged || faults.length > 0}
                busy={props.busy}
                onClick={save}
              >
                {t('common.save')}
              </Button>
              {waits && <Button onClick={() => keep(null)}>{t('common.discard')}</Button>}
            </>
          )}
          {/* Both stay side by side where all buttons do not fit one line. */}
          <span className="flex flex-wrap gap-3">
            <Button size="small" icon={isText ? Rows3 : Pencil} onClick={() => setIsText(!isText)}>
              {t(isText ? 'words.asRows' : 'words.asText')}
            </Button>
            {!props.disabled && (
              <span className="relative has-[:focus-visible]:rounded-lg has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent">
                <label
                  htmlFor={id}
                  className={classNames(buttonClass('secondary', 'small'), 'cursor-pointer')}
                >
                  <Upload className="size-4" aria-hidden />
                  {t('words.import')}
                </label>
                <input
                  id={id}
                  type="file"
                  accept=".csv,.txt,text/csv,text/plain"
                  className="sr-only"
                  onChange={importFile}
                />
              </span>
            )}
            <a
              download={props.fileName}
              href={`data:text/csv;charset=utf-8,${encodeURIComponent(stored)}`}
              className={buttonClass('secondary', 'small')}
            >
              <Download className="size-4" aria-hidden />
              {t('words.export')}
            </a>
          </span>
        </div>
      </div>
    </Card>
  );
};
