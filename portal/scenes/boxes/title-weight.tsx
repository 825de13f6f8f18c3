import { Checkbox } from '../../components/forms/checkbox.tsx';
import { Slider } from '../../components/forms/slider.tsx';
import { useText } from '../../texts/text-context.tsx';

type TitleWeightProps = {
  /** Weight beside 1 for looks and colour together; null: as it was decided for the catalogue. */
  value: number | null;
  disabled: boolean;
  onChange: (value: number | null) => void;
};

/** What the slider starts with when the operator takes over: the middle of what is tried for a catalogue. */
const firstValue = 0.2;

/** How much the words of the title count. */
export const TitleWeight = ({ value, disabled, onChange }: TitleWeightProps) => {
  const { t, number } = useText();
  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        label={t('box.titleDecided')}
        hint={t('box.titleDecidedHint')}
        checked={value === null}
        disabled={disabled}
        onChange={(decided) => onChange(decided ? null : firstValue)}
      />
      {value !== null && (
        <Slider
          label={t('box.title')}
          hint={t('box.titleHint')}
          min={0}
          max={1}
          step={0.05}
          value={value}
          valueText={number(value, 2)}
          disabled={disabled}
          onChange={onChange}
        />
      )}
    </div>
  );
};
