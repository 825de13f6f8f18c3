import { ChevronDown, Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { IconButton } from '../../components/buttons/icon-button.tsx';
import { Checkbox } from '../../components/forms/checkbox.tsx';
import { FieldFault } from '../../components/feedback/field-faults.tsx';
import { Field } from '../../components/forms/field.tsx';
import { Input } from '../../components/forms/input.tsx';
import { filterWords } from '../../components/filters/filter-words.ts';
import { FilterBuilder } from '../../components/filters/filter-builder.tsx';
import type { CatalogueField } from '../../components/products/catalogue-values.ts';
import { useText } from '../../texts/text-context.tsx';
import type { EffectOf } from './effects.ts';
import type { EffectProps } from './redirect-effect.tsx';

type Tile = EffectOf<'intentClarification'>['tiles'][number];

const boostFactor = 2;

/** The smallest free id. Existing ids never change, because shops send them back. */
const nextTileId = (tiles: readonly Tile[]): string => {
  const taken = new Set(tiles.map(({ id }) => id));
  return (
    Array.from({ length: tiles.length + 1 }, (_, index) => `tile-${index + 1}`).find(
      (id) => !taken.has(id),
    ) ?? 'tile'
  );
};

const TileFields = ({
  tile,
  path,
  fields,
  disabled,
  onChange,
}: {
  tile: Tile;
  path: string;
  fields: readonly CatalogueField[];
  disabled: boolean;
  onChange: (tile: Tile) => void;
}) => {
  const { t } = useText();
  const { factor: _, ...withoutFactor } = tile;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('tiles.text')} path={`${path}.text`}>
        {(control) => (
          <Input
            {...control}
            required
            disabled={disabled}
            value={tile.text}
            onChange={(event) => onChange({ ...tile, text: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('tiles.picture')} optional>
        {(control) => (
          <Input
            {...control}
            disabled={disabled}
            value={tile.tile ?? ''}
            onChange={(event) => onChange({ ...tile, tile: event.target.value })}
          />
        )}
      </Field>
      {/* A sentence needs the whole width. */}
      <div className="sm:col-span-2">
        <FilterBuilder
          begins
          label={t('tiles.filter')}
          fields={fields}
          disabled={disabled}
          value={tile.filter}
          onChange={(filter) => onChange({ ...tile, filter })}
        />
        <FieldFault path={`${path}.filter`} />
      </div>
      <div className="sm:col-span-2">
        <Checkbox
          label={t('tiles.boost')}
          disabled={disabled}
          checked={tile.factor !== undefined}
          onChange={(on) => onChange(on ? { ...tile, factor: boostFactor } : withoutFactor)}
        />
      </div>
    </div>
  );
};

type TileLineProps = {
  name: string;
  tile: Tile;
  fields: readonly CatalogueField[];
  action: ReactNode;
  children: ReactNode;
};

/** One line for a tile: what stands on it and what it shows. Its fields come when it is opened. */
const TileLine = ({ name, tile: { text, filter }, fields, action, children }: TileLineProps) => {
  const { t } = useText();
  // A new one has nothing to read yet.
  const [open] = useState(filter === '');
  return (
    <fieldset className="relative rounded-xl border border-line">
      <legend className="sr-only">{name}</legend>
      <details open={open} className="group">
        <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-xl py-2 pr-12 pl-4 hover:bg-sunken/60">
          <ChevronDown
            className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
            aria-hidden
          />
          <span className="min-w-0">
            <span className="block font-medium wrap-anywhere">{text || name}</span>
            {filter !== '' && (
              <span className="block text-sm text-pretty text-muted first-letter:uppercase">
                {filterWords(t, fields, filter)}
              </span>
            )}
          </span>
        </summary>
        <div className="p-4 pt-2">{children}</div>
      </details>
      {action && <div className="absolute top-3 right-3">{action}</div>}
    </fieldset>
  );
};

type TilesEffectProps = EffectProps<EffectOf<'intentClarification'>> & { fields: readonly CatalogueField[] };

export const TilesEffect = ({ value, fields, disabled, onChange }: TilesEffectProps) => {
  const { t } = useText();
  const { tiles } = value;
  const change = (next: Tile[]): void => onChange({ ...value, tiles: next });
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('tiles.question')} path="effect.intentClarification.question">
        {(control) => (
          <Input
            {...control}
            required
            disabled={disabled}
            value={value.question}
            onChange={(event) => onChange({ ...value, question: event.target.value })}
          />
        )}
      </Field>
      {tiles.map((tile, index) => {
        const name = t('tiles.tile', { number: index + 1 });
        return (
          <TileLine
            key={tile.id}
            name={name}
            tile={tile}
            fields={fields}
            action={
              !disabled &&
              tiles.length > 1 && (
                <IconButton
                  size="small"
                  icon={X}
                  label={t('common.removeOf', { name })}
                  onClick={() => change(tiles.toSpliced(index, 1))}
                />
              )
            }
          >
            <TileFields
              tile={tile}
              path={`effect.intentClarification.tiles[${index}]`}
              fields={fields}
              disabled={disabled}
              onChange={(next) => change(tiles.with(index, next))}
            />
          </TileLine>
        );
      })}
      {!disabled && (
        <div>
          <Button
            icon={Plus}
            onClick={() => change([...tiles, { id: nextTileId(tiles), text: '', filter: '' }])}
          >
            {t('tiles.add')}
          </Button>
        </div>
      )}
    </div>
  );
};
