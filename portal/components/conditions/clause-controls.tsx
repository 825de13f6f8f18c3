import type { Bounds } from '../../../src/domain/campaign.ts';
import type { PlainKey } from '../../texts/text.ts';
import { useText } from '../../texts/text-context.tsx';
import { type CatalogueField, listFieldValues } from '../products/catalogue-values.ts';
import { Input, Select } from '../forms/input.tsx';
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
      <span className="w-24">
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
      <span className="w-24">
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
    </>
  );
};

export const ClauseControls = ({ clause, ...rest }: ControlsProps<Clause>) => {
  const { t } = useText();
  if ('bounds' in clause) return <BoundsControls clause={clause} {...rest} />;
  if (clause.kind === 'attribute') return <AttributeControls clause={clause} {...rest} />;
  const text = clause.kind === 'identifiers' ? clause.identifiers.join(', ') : clause.text;
  const change = (next: string): void =>
    rest.onChange(
      clause.kind === 'identifiers'
        ? { ...clause, identifiers: next.split(/[,\s]+/).filter((part) => part !== '' || next === '') }
        : { ...clause, text: next },
    );
  return (
    <>
      <span>{t(clauseTexts[clause.kind])}</span>
      <span className="min-w-40 flex-1">
        <InputWithChoices
          disabled={rest.disabled}
          aria-label={t(clauseTexts[clause.kind])}
          choices={listFieldValues(rest.fields, clause.kind)}
          defaultValue={text}
          onBlur={(event) => change(event.target.value)}
        />
      </span>
    </>
  );
};
