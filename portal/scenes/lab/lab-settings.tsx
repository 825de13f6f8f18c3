import { Slider } from '../../components/forms/slider.tsx';
import { useText } from '../../texts/text-context.tsx';

export type LabSettings = {
  /** Neighbours below it are faded. */
  readonly threshold: number;
  /** Share of colour in the picture similarity; below 0: other colours are wanted. */
  readonly colour: number;
  /** How much results differ from each other. */
  readonly diversity: number;
};

type LabSettingsPanelProps = {
  settings: LabSettings;
  onChange: (settings: LabSettings) => void;
};

export const LabSettingsPanel = ({ settings, onChange }: LabSettingsPanelProps) => {
  const { t, number } = useText();
  const range = { min: 0, max: 1 };
  return (
    <>
      <Slider
        {...range}
        label={t('lab.threshold')}
        step={0.01}
        value={settings.threshold}
        valueText={number(settings.threshold, 2)}
        onChange={(threshold) => onChange({ ...settings, threshold })}
      />
      <Slider
        min={-0.5}
        max={1}
        label={t('lab.colour')}
        step={0.05}
        value={settings.colour}
        valueText={
          settings.colour < 0
            ? t('box.colourOther', { share: number(-settings.colour, 2) })
            : number(settings.colour, 2)
        }
        onChange={(colour) => onChange({ ...settings, colour })}
      />
      <Slider
        {...range}
        label={t('lab.diversity')}
        step={0.05}
        value={settings.diversity}
        valueText={number(settings.diversity, 2)}
        onChange={(diversity) => onChange({ ...settings, diversity })}
      />
    </>
  );
};
