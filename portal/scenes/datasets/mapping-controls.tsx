import type { ReactNode } from 'react';
import { fieldTypes } from '../../../src/domain/settings/choices.ts';
import { Input, Select } from '../../components/forms/input.tsx';
import { InputWithChoices } from '../../components/forms/input-with-choices.tsx';
import { nameField } from '../../components/products/field-name.ts';
import type { Texts } from '../../texts/text-context.tsx';
import type { MappingRow, Override } from './mapping-rows.ts';

export const mappingFlags = ['facetable', 'sortable', 'searchable'] as const;

type Flag = (typeof mappingFlags)[number];

export type MappingControlProps = {
  /** Columns of the feed; empty while no feed was inspected. */
  columns: readonly string[];
  /** A value of the feed for a row. */
  sampleOf: (row: MappingRow) => string;
  /** Names of required fields without a column. */
  unmapped: readonly string[];
  disabled: boolean;
  change: (name: string, part: Partial<Override>) => void;
};

export type MappingControls = Readonly<
  Record<'shownName' | 'column' | 'template' | 'type', (row: MappingRow) => ReactNode>
> & {
  readonly flag: (row: MappingRow, flag: Flag) => ReactNode;
  /** The name of the field as people read it. */
  readonly nameOf: (row: MappingRow) => string;
};

/** What the service calls a field that nobody has named: `Image url`. */
const defaultName = (name: string): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** The controls of one field of the mapping. */
export const createMappingControls = (
  { t }: Pick<Texts, 't'>,
  { columns, sampleOf, unmapped, disabled, change }: MappingControlProps,
): MappingControls => {
  const label = (what: string, name: string): string => t('mapping.of', { what, name });
  const nameOf = ({ name, displayName }: MappingRow): string =>
    displayName === defaultName(name) ? nameField(t, name, [{ name, displayName }]) : displayName;
  return {
    nameOf,
    shownName: (row) => (
      <Input
        disabled={disabled}
        aria-label={label(t('mapping.column.shown'), row.name)}
        value={nameOf(row)}
        onChange={(event) => change(row.name, { displayName: event.target.value })}
      />
    ),
    column: (row) => (
      <>
        <InputWithChoices
          disabled={disabled}
          choices={columns}
          aria-label={label(t('mapping.column'), row.name)}
          aria-invalid={unmapped.includes(row.name) || undefined}
          value={row.from}
          onChange={(event) => change(row.name, { from: event.target.value })}
        />
        <span className="line-clamp-1 text-sm wrap-anywhere text-muted">{sampleOf(row)}</span>
      </>
    ),
    template: ({ name, template }) => (
      <Input
        disabled={disabled}
        aria-label={label(t('mapping.template'), name)}
        placeholder={name === 'url' ? 'https://shop.example/p/{id}' : ''}
        value={template ?? ''}
        onChange={(event) => change(name, { template: event.target.value })}
      />
    ),
    type: ({ name, type }) => (
      <Select
        disabled={disabled}
        aria-label={label(t('mapping.column.type'), name)}
        value={type}
        options={fieldTypes.map((value) => ({ value, label: t(`mapping.type.${value}`) }))}
        onChange={(next) => change(name, { type: next })}
      />
    ),
    flag: (row, flag) => (
      <input
        type="checkbox"
        disabled={disabled}
        aria-label={label(t(`mapping.column.${flag}`), row.name)}
        checked={row[flag]}
        onChange={(event) => change(row.name, { [flag]: event.target.checked })}
        className="size-6 accent-accent"
      />
    ),
  };
};
