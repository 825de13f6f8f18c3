import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../texts/text-context.tsx';
import { Button } from '../buttons/button.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

type WordChipsProps = {
  label: string;
  words: readonly string[];
  disabled: boolean;
  onChange: (words: string[]) => void;
};

/** A short list of words, in order. Enter adds the typed one; what is pasted with line breaks is added line by line. */
export const WordChips = ({ label, words, disabled, onChange }: WordChipsProps) => {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const add = (text: string): void => {
    const lines = text.split('\n').map((line) => line.trim());
    const fresh = lines.filter((line) => line !== '' && !words.includes(line));
    setTyped('');
    if (fresh.length > 0) onChange([...words, ...new Set(fresh)]);
  };
  return (
    <div className="flex flex-col gap-2">
      <Field label={label}>
        {(control) => (
          <span className="flex gap-2">
            <Input
              {...control}
              disabled={disabled}
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              // Leaving the field for Save must not lose the word.
              onBlur={() => add(typed)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add(typed);
              }}
              onPaste={(event) => {
                const text = event.clipboardData.getData('text');
                if (!text.trim().includes('\n')) return;
                event.preventDefault();
                add(text);
              }}
            />
            {!disabled && (
              <Button icon={Plus} onClick={() => add(typed)}>
                {t('common.add')}
              </Button>
            )}
          </span>
        )}
      </Field>
      {words.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {words.map((word) => (
            <li
              key={word}
              className="inline-flex min-h-8 items-center gap-1 rounded-full bg-accent-soft py-0.5 pr-1 pl-3 text-sm text-accent-ink"
            >
              <span className="wrap-anywhere">{word}</span>
              {!disabled && (
                <button
                  type="button"
                  aria-label={t('common.removeOf', { name: word })}
                  onClick={() => onChange(words.filter((each) => each !== word))}
                  className="grid size-6 shrink-0 place-items-center rounded-full hover:bg-surface"
                >
                  <X className="size-3.5" aria-hidden />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
