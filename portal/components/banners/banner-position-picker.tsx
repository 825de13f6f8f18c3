import { useId } from 'react';
import type { BannerPosition } from '../../../src/domain/campaign.ts';
import type { PlainKey } from '../../texts/text.ts';
import { useText } from '../../texts/text-context.tsx';
import { classNames } from '../../styles/class-names.ts';

export const positionTexts = {
  resultPageTop: 'position.resultPageTop',
  resultPageBottom: 'position.resultPageBottom',
  filterTop: 'position.filterTop',
  filterBottom: 'position.filterBottom',
  resultsAndControlsTop: 'position.resultsAndControlsTop',
  betweenResultsAndControlsTop: 'position.betweenResultsAndControlsTop',
  betweenResultsAndControlsBottom: 'position.betweenResultsAndControlsBottom',
  resultsAndControlsBottom: 'position.resultsAndControlsBottom',
} as const satisfies Record<BannerPosition, PlainKey>;

type BannerPositionPickerProps = {
  value: BannerPosition;
  /** Positions that other campaigns use already. */
  taken?: readonly BannerPosition[];
  disabled?: boolean;
  onChange: (position: BannerPosition) => void;
};

const block = 'rounded bg-sunken';

/** A schematic shop page; each of the eight banner positions is a radio button at its place. */
export const BannerPositionPicker = ({
  value,
  taken = [],
  disabled,
  onChange,
}: BannerPositionPickerProps) => {
  const { t } = useText();
  const group = useId();
  const slot = (position: BannerPosition) => (
    <label
      key={position}
      className={classNames(
        'relative flex min-h-8 items-center gap-2 rounded-md border border-dashed px-2 py-1 text-xs transition-colors',
        'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent',
        value === position
          ? 'border-accent bg-accent-soft font-medium text-accent-ink'
          : 'border-line-strong text-muted hover:bg-sunken',
      )}
    >
      <input
        type="radio"
        name={group}
        checked={value === position}
        disabled={disabled}
        onChange={() => onChange(position)}
        className="size-3.5 shrink-0 accent-accent"
      />
      <span className="min-w-0">{t(positionTexts[position])}</span>
      {taken.includes(position) && (
        <span className="ml-auto size-1.5 shrink-0 rounded-full bg-warning" title={t('position.taken')} />
      )}
    </label>
  );
  return (
    <fieldset className="rounded-xl border border-line bg-surface p-3">
      <legend className="sr-only">{t('position.legend')}</legend>
      <div className="flex flex-col gap-2">
        <div className={classNames(block, 'h-6')} />
        {slot('resultPageTop')}
        <div className="grid gap-2 sm:grid-cols-[1fr_2.4fr]">
          <div className="flex flex-col gap-2">
            {slot('filterTop')}
            <div className={classNames(block, 'min-h-24 flex-1 max-sm:min-h-10')} />
            {slot('filterBottom')}
          </div>
          <div className="flex flex-col gap-2">
            {slot('resultsAndControlsTop')}
            <div className={classNames(block, 'h-5')} />
            {slot('betweenResultsAndControlsTop')}
            <div className="grid grid-cols-4 gap-2">
              {Array.from({ length: 8 }, (_, index) => (
                <div key={index} className={classNames(block, 'aspect-[4/3]')} />
              ))}
            </div>
            {slot('betweenResultsAndControlsBottom')}
            <div className={classNames(block, 'h-5')} />
            {slot('resultsAndControlsBottom')}
          </div>
        </div>
        {slot('resultPageBottom')}
        <div className={classNames(block, 'h-6')} />
      </div>
    </fieldset>
  );
};
