import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useText } from '../../texts/text-context.tsx';
import { Button } from '../buttons/button.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { Input } from '../forms/input.tsx';
import type { CatalogueField } from '../products/catalogue-values.ts';
import { FilterSentence } from './filter-sentence.tsx';
import { type FilterRow, readFilterRows, writeFilterRows } from './filter-rows.ts';

type FilterBuilderProps = {
  label: string;
  fields: readonly CatalogueField[];
  value: string;
  disabled?: boolean;
  /** An empty filter begins with a sentence to fill in. */
  begins?: boolean;
  onChange: (text: string) => void;
};

type SentencesProps = {
  rows: readonly FilterRow[];
  fields: readonly CatalogueField[];
  disabled: boolean;
  onChange: (rows: readonly FilterRow[]) => void;
};

const Sentences = ({ rows, fields, disabled, onChange }: SentencesProps) => {
  const { t } = useText();
  return (
    <ol className="flex flex-col gap-2">
      {rows.map((row, index) => (
        <li key={`${index}-${rows.length}`} className="flex flex-wrap items-center gap-2">
          <span className="text-muted">{index === 0 ? t('filter.where') : t('condition.and')}</span>
          <FilterSentence
            row={row}
            fields={fields}
            disabled={disabled}
            onChange={(next) => onChange(rows.with(index, next))}
          />
          {!disabled && (
            <IconButton
              size="small"
              icon={X}
              label={t('common.removeOf', { name: row.field })}
              onClick={() => onChange(rows.toSpliced(index, 1))}
            />
          )}
        </li>
      ))}
    </ol>
  );
};

const beginRow = ([first]: readonly CatalogueField[]): FilterRow => ({
  field: first?.name ?? '',
  comparison: first?.type === 'number' ? 'ge' : 'eq',
  value: '',
});

type FilterButtonsProps = { isText: boolean; value: string; onAdd: () => void; onText: () => void };

const FilterButtons = ({ isText, value, onAdd, onText }: FilterButtonsProps) => {
  const { t } = useText();
  return (
    <div className="flex flex-wrap gap-2">
      {!isText && (
        <Button size="small" icon={Plus} onClick={onAdd}>
          {t('filter.add')}
        </Button>
      )}
      {(!isText || readFilterRows(value) !== null) && (
        <Button size="small" variant="quiet" onClick={onText}>
          {isText ? t('filter.asSentences') : t('filter.asText')}
        </Button>
      )}
    </div>
  );
};

/** A filter in sentences: "Brand is Acme and Price is at most 50". Experts may write it as a text. */
export const FilterBuilder = (props: FilterBuilderProps) => {
  const { label, fields, value, disabled = false, begins = false, onChange } = props;
  const { t } = useText();
  const id = useId();
  const filterFields = fields.filter(({ facetable }) => facetable);
  const [isText, setIsText] = useState(() => readFilterRows(value) === null);
  // Sentences that are not complete yet have no text, so they are kept here.
  const [draft, setDraft] = useState<{ text: string; rows: readonly FilterRow[] } | null>(null);
  const newRow = beginRow(filterFields);
  const stored = begins && value === '' ? [newRow] : (readFilterRows(value) ?? []);
  const rows = draft?.text === value ? draft.rows : stored;
  const change = (next: readonly FilterRow[]): void => {
    const text = writeFilterRows(next, filterFields);
    setDraft({ text, rows: next });
    onChange(text);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby={isText ? `${id}-hint` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {isText || filterFields.length === 0 ? (
        <>
          <Input
            aria-label={t('filter.text')}
            disabled={disabled}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <p id={`${id}-hint`} className="text-sm text-muted">
            {t('promotion.filterHint')}
          </p>
        </>
      ) : (
        <Sentences rows={rows} fields={filterFields} disabled={disabled} onChange={change} />
      )}
      {!disabled && filterFields.length > 0 && (
        <FilterButtons
          isText={isText}
          value={value}
          onAdd={() => change([...rows, newRow])}
          onText={() => setIsText(!isText)}
        />
      )}
    </fieldset>
  );
};
