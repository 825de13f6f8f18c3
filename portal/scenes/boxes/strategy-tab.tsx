import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useDeferredValue } from 'react';
import { candidateSources, fuzzySensitivities, searchModes } from '../../../src/domain/settings/choices.ts';
import { ladderDefault } from '../../../src/domain/strategy.ts';
import type { PreviewRequest, SearchBoxDeclaration } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { IconButton } from '../../components/buttons/icon-button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Checkbox } from '../../components/forms/checkbox.tsx';
import { NumberField } from '../../components/forms/number-field.tsx';
import { moveItem } from '../../components/ordering/move-item.ts';
import { SelectField } from '../../components/forms/text-field.tsx';
import { useSearchPreview } from '../../data/boxes.ts';
import { useFields } from '../../data/datasets.ts';
import type { Translate } from '../../texts/text.ts';
import { useText } from '../../texts/text-context.tsx';
import type { BoxTabProps } from './general-tab.tsx';
import { useTuneRequest } from './tune-result.tsx';

type Rung = NonNullable<SearchBoxDeclaration['strategies']>[number];

const newRung = (rank: number): Rung => ({ rank, from: 'looks', searchMode: 'Any', minimumResults: 1 });
const renumber = (rungs: readonly Rung[]): Rung[] =>
  rungs.map((rung, index) => ({ ...rung, rank: index + 1 }));

/** A step as a sentence: "Compares pictures · same Category · enough with 5 results". */
const sayRung = (
  t: Translate,
  { from, searchMode, minimumResults }: Rung,
  shared: readonly string[],
): string =>
  [
    from === 'looks' ? t('box.strategy.say.looks') : t(`box.strategy.say.${searchMode}`),
    ...(shared.length === 0
      ? []
      : [
          t(
            searchMode === 'Any' && shared.length > 1 ? 'box.strategy.say.oneOf' : 'box.strategy.say.shared',
            {
              fields: shared.join(', '),
            },
          ),
        ]),
    t('box.strategy.say.enough', { count: minimumResults ?? 1 }),
  ].join(' · ');

const RungFields = ({
  rung,
  shared,
  disabled,
  onChange,
}: {
  rung: Rung;
  /** Fields that look-alikes must share with the product. */
  shared: readonly string[];
  disabled: boolean;
  onChange: (part: Partial<Rung>) => void;
}) => {
  const { t } = useText();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t('box.strategy.from')}
        disabled={disabled}
        value={rung.from}
        options={candidateSources.map((value) => ({
          value,
          label: t(`box.strategy.from.${value}`),
        }))}
        onChange={(from) => onChange({ from })}
      />
      {(rung.from === 'text' || shared.length > 0) && (
        <SelectField
          label={rung.from === 'text' ? t('box.strategy.words') : t('box.strategy.mode')}
          hint={shared.length > 0 ? shared.join(', ') : undefined}
          disabled={disabled}
          value={rung.searchMode}
          options={searchModes.map((value) => ({
            value,
            label: t(`box.strategy.mode.${value}`),
          }))}
          onChange={(searchMode) => onChange({ searchMode })}
        />
      )}
      <NumberField
        label={t('box.strategy.minimum')}
        min={0}
        disabled={disabled}
        value={rung.minimumResults ?? 1}
        onChange={(minimumResults) => onChange({ minimumResults })}
      />
      {rung.from === 'text' && (
        <>
          <SelectField
            label={t('box.strategy.fuzzy')}
            disabled={disabled}
            value={rung.fuzzySensitiveness ?? 'Off'}
            options={fuzzySensitivities.map((value) => ({
              value,
              label: t(`box.strategy.fuzzy.${value}`),
            }))}
            onChange={(fuzzySensitiveness) => onChange({ fuzzySensitiveness })}
          />
          <NumberField
            label={t('box.strategy.fuzzyLength')}
            min={1}
            disabled={disabled}
            value={rung.minimumFuzzyTermLength ?? 4}
            onChange={(minimumFuzzyTermLength) => onChange({ minimumFuzzyTermLength })}
          />
          <div className="sm:pt-6">
            <Checkbox
              label={t('box.strategy.fuzzyNumbers')}
              disabled={disabled}
              checked={rung.enableFuzzyNumberMatch ?? false}
              onChange={(enableFuzzyNumberMatch) => onChange({ enableFuzzyNumberMatch })}
            />
          </div>
        </>
      )}
    </div>
  );
};

type StrategyTabProps = BoxTabProps & {
  dataset: string;
  /** Unsaved settings; undefined while there are none. */
  settings?: NonNullable<PreviewRequest['settings']> | undefined;
};

/** The steps as a flow, each with what it finds for the product beside it. */
export const StrategyTab = ({ website, value, dataset, settings, disabled, onChange }: StrategyTabProps) => {
  const { t } = useText();
  const { product, request } = useTuneRequest(website, dataset);
  const edited = useDeferredValue(settings);
  const answer = useSearchPreview(
    website,
    value.name,
    request && { ...request, ...(edited && { settings: edited }) },
  );
  const { data: fields = [] } = useFields(website, value.dataset);
  const shared = (value.sameAsSource ?? []).map(
    (name) => fields.find((field) => field.name === name)?.displayName ?? name,
  );
  const attempts = answer.data?.explain?.ladder ?? [];
  const describe = (rank: number): string => {
    const tried = attempts.find((attempt) => attempt.rank === rank);
    if (product === null || attempts.length === 0) return '';
    if (tried === undefined) return t('box.strategy.notNeeded');
    const { results, outcome } = tried;
    return `${t('tune.count', { count: results })}: ${t(`preview.outcome.${outcome}`)}`;
  };
  // What is changed of the standard steps makes them the box's own.
  const rungs = (value.strategies?.length ? value.strategies : ladderDefault).toSorted(
    (a, b) => a.rank - b.rank,
  );
  const change = (next: readonly Rung[]): void => onChange({ strategies: renumber(next) });
  return (
    <Card title={t('box.strategy.flow')} description={t('box.strategy.lead')}>
      <ol className="flex flex-col">
        {rungs.map((rung, index) => {
          const name = index === 0 ? t('box.strategy.first') : t('box.strategy.rung', { rank: index });
          return (
            <li
              key={rung.rank}
              className="relative flex flex-wrap gap-x-4 gap-y-2 border-l-2 border-line pb-6 pl-7 last:border-transparent"
            >
              <span
                aria-hidden
                className="absolute top-0 -left-[calc(0.875rem+1px)] grid size-7 place-items-center rounded-full bg-accent text-sm font-semibold text-on-accent"
              >
                {index + 1}
              </span>
              <div className="min-w-0 flex-1 basis-48">
                <h3 className="text-sm font-normal text-muted">{name}</h3>
                <p className="font-medium text-pretty">{sayRung(t, rung, shared)}</p>
                <p className="min-h-5 text-sm text-muted">{describe(rung.rank)}</p>
              </div>
              {!disabled && (
                <div className="flex">
                  <IconButton
                    size="small"
                    icon={ArrowUp}
                    label={t('move.earlier', { name })}
                    disabled={index === 0}
                    onClick={() => change(moveItem(rungs, index, index - 1))}
                  />
                  <IconButton
                    size="small"
                    icon={ArrowDown}
                    label={t('move.later', { name })}
                    disabled={index === rungs.length - 1}
                    onClick={() => change(moveItem(rungs, index, index + 1))}
                  />
                  <IconButton
                    size="small"
                    icon={X}
                    label={t('common.removeOf', { name })}
                    disabled={rungs.length === 1}
                    onClick={() => change(rungs.toSpliced(index, 1))}
                  />
                </div>
              )}
              <details className="basis-full">
                <summary className="min-h-6 w-fit cursor-pointer text-sm text-accent-ink">
                  {t(disabled ? 'audit.details' : 'keys.edit')}
                </summary>
                <div className="mt-3 rounded-xl bg-sunken/60 p-4">
                  <RungFields
                    rung={rung}
                    shared={shared}
                    disabled={disabled}
                    onChange={(part) => change(rungs.with(index, { ...rung, ...part }))}
                  />
                </div>
              </details>
            </li>
          );
        })}
      </ol>
      {!disabled && (
        <div>
          <Button icon={Plus} onClick={() => change([...rungs, newRung(rungs.length + 1)])}>
            {t('box.strategy.add')}
          </Button>
        </div>
      )}
    </Card>
  );
};
