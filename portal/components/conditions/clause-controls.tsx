import { useState } from 'react';
import type { Bounds } from '../../../src/domain/campaign.ts';
import type { PlainKey } from '../../texts/text.ts';
import { useText } from '../../texts/text-context.tsx';
import { type CatalogueField, listFieldValues } from '../products/catalogue-values.ts';
import { usePictureSource } from '../products/picture-source.tsx';
import { ProductPicture } from '../products/product-card.tsx';
import { Input, Select } from '../forms/input.tsx';
import { useTyped } from '../forms/use-typed.ts';
import { InputWithChoices } from '../forms/input-with-choices.tsx';
import type { Clause, ClauseKind } from './clauses.ts';

export const clauseTexts = {
  identifiers: 'condition.identifiers',
  category: 'condition.category',
  brand: 'condition.brand',
  pattern: 'condition.pattern',
  price: 'condition.price',
  results: 'condition.results',
  attribute: 'condition.attribute',
} as const satisfies Record<ClauseKind, PlainKey>;

type ControlsProps<C> = {
  clause: C;
  fields: readonly CatalogueField[];
  disabled: boolean;
  onChange: (clause: Clause) => void;
};

const readNumber = (text: string): number | undefined => (text === '' ? undefined : Number(text));
const toBounds = (min: number | undefined, max: number | undefined): Bounds => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});

const BoundsControls = ({
  clause,
  disabled,
  onChange,
}: ControlsProps<Extract<Clause, { bounds: Bounds }>>) => {
  const { t } = useText();
  const { min, max } = clause.bounds;
  return (
    <>
      <span>{t(clauseTexts[clause.kind])}</span>
      <span className="w-28">
        <Input
          type="number"
          disabled={disabled}
          aria-label={t('condition.atLeast')}
          placeholder={t('condition.atLeast')}
          value={min ?? ''}
          onChange={(event) => onChange({ ...clause, bounds: toBounds(readNumber(event.target.value), max) })}
        />
      </span>
      <span className="text-muted">{t('condition.to')}</span>
      <span className="w-28">
        <Input
          type="number"
          disabled={disabled}
          aria-label={t('condition.atMost')}
          placeholder={t('condition.atMost')}
          value={max ?? ''}
          onChange={(event) => onChange({ ...clause, bounds: toBounds(min, readNumber(event.target.value)) })}
        />
      </span>
    </>
  );
};

/** Says at once that no product is known to have this value. Fields of other kinds have no list of values. */
const UnknownValue = ({
  fields,
  field,
  value,
}: {
  fields: readonly CatalogueField[];
  field: string;
  value: string;
}) => {
  const { t } = useText();
  const known = listFieldValues(fields, field);
  if (value === '' || known.length === 0 || known.includes(value)) return null;
  return <span className="order-last basis-full text-sm text-warning">{t('filter.unknownValue')}</span>;
};

const AttributeControls = ({
  clause,
  fields,
  disabled,
  onChange,
}: ControlsProps<Extract<Clause, { kind: 'attribute' }>>) => {
  const { t } = useText();
  const isKnown = fields.some(({ name }) => name === clause.name);
  const options = [
    ...(isKnown ? [] : [{ value: clause.name, label: clause.name || t('condition.field') }]),
    ...fields.map(({ name, displayName }) => ({ value: name, label: displayName })),
  ];
  return (
    <>
      <span className="w-40">
        <Select
          aria-label={t('condition.field')}
          disabled={disabled}
          value={clause.name}
          options={options}
          onChange={(name) => onChange({ ...clause, name })}
        />
      </span>
      <span className="text-muted">{t('condition.is')}</span>
      <span className="w-40">
        <InputWithChoices
          disabled={disabled}
          aria-label={t('condition.value')}
          choices={listFieldValues(fields, clause.name)}
          value={clause.value}
          onChange={(event) => onChange({ ...clause, value: event.target.value })}
        />
      </span>
      <UnknownValue fields={fields} field={clause.name} value={clause.value} />
    </>
  );
};

const splitIdentifiers = (text: string): string[] => text.split(/[,\s]+/).filter((part) => part !== '');

const shownPictures = 4;

/** What the identifiers stand for. They are in the field beside it, in words. */
const ProductPictures = ({ identifiers }: { identifiers: readonly string[] }) => {
  const source = usePictureSource();
  if (source?.dataset === undefined || identifiers[0] === '') return null;
  return identifiers.slice(0, shownPictures).map((identifier) => (
    <span
      key={identifier}
      aria-hidden
      className="size-10 shrink-0 overflow-hidden rounded-lg border border-line text-[0px]"
    >
      <ProductPicture product={{ identifier, imageUrl: null }} />
    </span>
  ));
};

/** Each keystroke counts: a text that were read on leaving the field could be lost to a change in the same moment. */
const IdentifiersControls = ({
  clause,
  disabled,
  onChange,
}: ControlsProps<Extract<Clause, { kind: 'identifiers' }>>) => {
  const { t } = useText();
  // The typed text is kept while it means the same list: a comma at its end must not vanish.
  const [typed, setTyped] = useState('');
  const isSame = splitIdentifiers(typed).join() === clause.identifiers.join();
  return (
    <span className="flex min-w-40 flex-1 items-center gap-2">
      <ProductPictures identifiers={useTyped(clause.identifiers.join()).split(',')} />
      <Input
        disabled={disabled}
        aria-label={t(clauseTexts[clause.kind])}
        value={isSame ? typed : clause.identifiers.join(', ')}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange({ ...clause, identifiers: splitIdentifiers(event.target.value) });
        }}
      />
    </span>
  );
};

const TextControls = ({
  clause,
  fields,
  disabled,
  onChange,
}: ControlsProps<Extract<Clause, { text: string }>>) => {
  const { t } = useText();
  // A search term is a text of shoppers: a field of the catalogue that is called `pattern` has nothing to do with it.
  const known = clause.kind === 'pattern' ? [] : fields;
  return (
    <>
      <span className="min-w-40 flex-1">
        <InputWithChoices
          disabled={disabled}
          aria-label={t(clauseTexts[clause.kind])}
          choices={listFieldValues(known, clause.kind)}
          value={clause.text}
          onChange={(event) => onChange({ ...clause, text: event.target.value })}
        />
      </span>
      <UnknownValue fields={known} field={clause.kind} value={clause.text} />
    </>
  );
};

export const ClauseControls = ({ clause, ...rest }: ControlsProps<Clause>) => {
  const { t } = useText();
  if ('bounds' in clause) return <BoundsControls clause={clause} {...rest} />;
  if (clause.kind === 'attribute') return <AttributeControls clause={clause} {...rest} />;
  return (
    <>
      <span>{t(clauseTexts[clause.kind])}</span>
      {clause.kind === 'identifiers' ? (
        <IdentifiersControls clause={clause} {...rest} />
      ) : (
        <TextControls clause={clause} {...rest} />
      )}
    </>
  );
};
