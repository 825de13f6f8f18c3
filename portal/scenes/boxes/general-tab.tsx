import { X } from 'lucide-react';
import type { SearchBoxDeclaration } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { FilterBuilder } from '../../components/filters/filter-builder.tsx';
import { NumberField } from '../../components/forms/number-field.tsx';
import { Slider } from '../../components/forms/slider.tsx';
import { useDataset, useFields } from '../../data/datasets.ts';
import { TextField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';
import { boxDefaults, resolveMinimumScore, type Weights } from '../../../src/domain/box.ts';
import { FieldChoice } from './field-choice.tsx';
import { TitleWeight } from './title-weight.tsx';

export type BoxTabProps = {
  website: string;
  value: SearchBoxDeclaration;
  disabled: boolean;
  onChange: (part: Partial<SearchBoxDeclaration>) => void;
  onReplace: (value: SearchBoxDeclaration) => void;
};

const SameAsSource = ({ website, value, disabled, onChange }: BoxTabProps) => {
  const { t } = useText();
  const { data: fields = [] } = useFields(website, value.dataset);
  const chosen = value.sameAsSource ?? [];
  const fieldLabel = (name: string): string =>
    fields.find((field) => field.name === name)?.displayName ?? name;
  const availableFields = fields.filter(({ facetable, name }) => facetable && !chosen.includes(name));
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-sm font-medium tracking-normal">{t('box.sameAsSource')}</h3>
      <p className="text-sm text-muted">{t('box.sameAsSourceHint')}</p>
      <div className="flex flex-wrap items-center gap-2">
        {chosen.map((name) => (
          <span
            key={name}
            className="inline-flex h-8 items-center gap-1 rounded-lg bg-accent-soft pr-1 pl-3 text-accent-ink"
          >
            {fieldLabel(name)}
            {!disabled && (
              <button
                type="button"
                aria-label={t('common.removeOf', { name: fieldLabel(name) })}
                onClick={() => onChange({ sameAsSource: chosen.filter((each) => each !== name) })}
                className="grid size-6 place-items-center rounded hover:bg-surface"
              >
                <X className="size-3.5" aria-hidden />
              </button>
            )}
          </span>
        ))}
        {!disabled && (
          <FieldChoice
            label={t('common.add')}
            fields={availableFields}
            onChoose={(name) => onChange({ sameAsSource: [...chosen, name] })}
          />
        )}
      </div>
    </div>
  );
};

/** What was measured for the catalogue, until the box has one of its own. */
const MinimumScore = ({ website, value, disabled, onChange, onReplace }: BoxTabProps) => {
  const { t, number } = useText();
  const { data: dataset } = useDataset(website, value.dataset);
  const { weights = boxDefaults.weights } = value;
  const decided = resolveMinimumScore({ weights }, dataset?.pictures.looks?.minimumScore ?? null);
  const { minimumScore = decided, ...withoutOwn } = value;
  const isDecided = value.minimumScore === undefined;
  return (
    <>
      <Slider
        typed
        label={t('box.minimumScore')}
        hint={
          isDecided && decided > 0
            ? t('box.minimumScoreDecided', { score: number(decided, 2) })
            : t('box.minimumScoreHint')
        }
        min={0}
        max={1}
        step={0.01}
        value={minimumScore}
        valueText={number(minimumScore, 2)}
        disabled={disabled}
        onChange={(score) => onChange({ minimumScore: score })}
      />
      {!disabled && decided > 0 && !isDecided && (
        <div>
          <Button size="small" onClick={() => onReplace(withoutOwn)}>
            {t('box.minimumScoreOwn', { score: number(decided, 2) })}
          </Button>
        </div>
      )}
    </>
  );
};

const SimilaritySettings = (props: BoxTabProps) => {
  const { t, number } = useText();
  const { website, value, disabled, onChange } = props;
  const { data: fields = [] } = useFields(website, value.dataset);
  const weights: Weights = value.weights ?? boxDefaults.weights;
  const sum = weights.looks + Math.abs(weights.colour);
  const share = sum === 0 ? 0 : weights.colour / sum;
  // The title keeps its ratio to looks and colour together.
  const title = weights.title === undefined ? null : weights.title / Math.max(sum, 0.01);
  const setWeights = (colour: number, ratio: number | null): void =>
    onChange({
      weights: {
        looks: Number((1 - Math.abs(colour)).toFixed(2)),
        colour,
        ...(ratio !== null && { title: ratio }),
        ...(weights.diversity !== undefined && { diversity: weights.diversity }),
      },
    });
  return (
    <Card title={t('box.likeness')}>
      <div className="flex flex-col gap-6">
        <Slider
          typed
          label={t('box.colour')}
          hint={t('box.colourHint')}
          min={-0.5}
          max={1}
          step={0.01}
          value={share}
          valueText={share < 0 ? t('box.colourOther', { share: number(-share, 2) }) : number(share, 2)}
          disabled={disabled}
          onChange={(colour) => setWeights(colour, title)}
        />
        <TitleWeight value={title} disabled={disabled} onChange={(ratio) => setWeights(share, ratio)} />
        <MinimumScore {...props} />
        <SameAsSource {...props} />
        <FilterBuilder
          label={t('box.exclude')}
          fields={fields}
          disabled={disabled}
          value={value.exclude ?? ''}
          onChange={(exclude) => onChange({ exclude })}
        />
      </div>
    </Card>
  );
};

export const GeneralTab = (props: BoxTabProps) => {
  const { t } = useText();
  const { value, disabled, onChange } = props;
  return (
    <div className="grid gap-6 lg:grid-cols-2 xl:grid-cols-1">
      <SimilaritySettings {...props} />
      <Card title={t('box.answer')}>
        <div className="flex flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              label={t('box.pageSize')}
              hint={t('box.pageSizeHint')}
              min={1}
              max={100}
              disabled={disabled}
              value={value.pageSize ?? boxDefaults.pageSize}
              onChange={(pageSize) => onChange({ pageSize })}
            />
            <NumberField
              label={t('box.maximumPageSize')}
              min={1}
              max={100}
              disabled={disabled}
              value={value.maximumPageSize ?? boxDefaults.maximumPageSize}
              onChange={(maximumPageSize) => onChange({ maximumPageSize })}
            />
          </div>
          <details>
            <summary className="min-h-6 font-medium">{t('box.advanced')}</summary>
            <div className="mt-4 flex flex-col gap-4">
              <NumberField
                label={t('box.candidates')}
                hint={t('box.candidatesHint')}
                min={1}
                max={10_000}
                disabled={disabled}
                value={value.candidates ?? boxDefaults.candidates}
                onChange={(candidates) => onChange({ candidates })}
              />
              <TextField
                label={t('box.cacheControl')}
                hint={t('box.cacheControlHint')}
                disabled={disabled}
                value={value.cacheControl ?? boxDefaults.cacheControl}
                onChange={(text) => onChange({ cacheControl: text })}
              />
            </div>
          </details>
        </div>
      </Card>
    </div>
  );
};
