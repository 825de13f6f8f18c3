import { ArrowDown, ArrowUp, MoveDown, Plus, X } from 'lucide-react';
import { Fragment, useDeferredValue } from 'react';
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
import { useText } from '../../texts/text-context.tsx';
import type { BoxTabProps } from './general-tab.tsx';
import { useTuneRequest } from './tune-result.tsx';

type Rung = NonNullable<SearchBoxDeclaration['strategies']>[number];

const newRung = (rank: number): Rung => ({ rank, from: 'looks', searchMode: 'Any', minimumResults: 1 });
const renumber = (rungs: readonly Rung[]): Rung[] =>
  rungs.map((rung, index) => ({ ...rung, rank: index + 1 }));

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
    <div className="grid gap-4 sm:grid-cols-2 2xl:grid-cols-3">
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
    <div className="flex flex-col gap-4">
      <p className="text-muted">{t('box.strategy.lead')}</p>
      {rungs.map((rung, index) => {
        const name = index === 0 ? t('box.strategy.first') : t('box.strategy.rung', { rank: index });
        return (
          <Fragment key={rung.rank}>
            {index > 0 && <MoveDown className="mx-auto size-5 text-muted" aria-hidden />}
            <Card
              title={name}
              description={describe(rung.rank)}
              actions={
                !disabled && (
                  <>
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
                  </>
                )
              }
            >
              <RungFields
                rung={rung}
                shared={shared}
                disabled={disabled}
                onChange={(part) => change(rungs.with(index, { ...rung, ...part }))}
              />
            </Card>
          </Fragment>
        );
      })}
      {!disabled && (
        <div>
          <Button icon={Plus} onClick={() => change([...rungs, newRung(rungs.length + 1)])}>
            {t('box.strategy.add')}
          </Button>
        </div>
      )}
    </div>
  );
};
