import type { Bounds } from '../../src/domain/campaign.ts';
import type { PlainKey } from '../texts/text.ts';
import { useText } from '../texts/text-context.tsx';
import { Input, Select } from './input.tsx';
import type { Clause, ClauseKind } from './sentence-clauses.ts';

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
  fields: readonly string[];
  disabled: boolean;
  onChange: (clause: Clause) => void;
};

const read = (text: string): number | undefined => (text === '' ? undefined : Number(text));
const withBounds = (min: number | undefined, max: number | undefined): Bounds => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});

function BoundsControls({ clause, disabled, onChange }: ControlsProps<Extract<Clause, { bounds: Bounds }>>) {
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
          onChange={(event) => onChange({ ...clause, bounds: withBounds(read(event.target.value), max) })}
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
          onChange={(event) => onChange({ ...clause, bounds: withBounds(min, read(event.target.value)) })}
        />
      </span>
    </>
  );
}

function AttributeControls({
  clause,
  fields,
  disabled,
  onChange,
}: ControlsProps<Extract<Clause, { kind: 'attribute' }>>) {
  const { t } = useText();
  const names = [...new Set([clause.name, ...fields])];
  return (
    <>
      <span className="w-40">
        <Select
          aria-label={t('condition.field')}
          disabled={disabled}
          value={clause.name}
          options={names.map((name) => ({ value: name, label: name || t('condition.field') }))}
          onChange={(name) => onChange({ ...clause, name })}
        />
      </span>
      <span className="text-muted">{t('condition.is')}</span>
      <span className="w-40">
        <Input
          disabled={disabled}
          aria-label={t('condition.value')}
          value={clause.value}
          onChange={(event) => onChange({ ...clause, value: event.target.value })}
        />
      </span>
    </>
  );
}

export function ClauseControls({ clause, ...rest }: ControlsProps<Clause>) {
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
        <Input
          disabled={rest.disabled}
          aria-label={t(clauseTexts[clause.kind])}
          defaultValue={text}
          onBlur={(event) => change(event.target.value)}
        />
      </span>
    </>
  );
}
