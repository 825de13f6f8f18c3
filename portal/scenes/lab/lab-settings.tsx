import { Slider } from '../../components/forms/slider.tsx';
import { useText } from '../../texts/text-context.tsx';

export type LabSettings = {
  /** Neighbours below it are faded. */
  readonly threshold: number;
  /** Share of colour in how alike two pictures are. */
  readonly colour: number;
  /** Share of the words against the pictures. */
  readonly words: number;
};

type LabSettingsPanelProps = { knobs: LabSettings; onTurn: (knobs: LabSettings) => void };

export const LabSettingsPanel = ({ knobs, onTurn }: LabSettingsPanelProps) => {
  const { t, number } = useText();
  const range = { min: 0, max: 1 };
  return (
    <>
      <Slider
        {...range}
        label={t('lab.threshold')}
        step={0.01}
        value={knobs.threshold}
        shown={number(knobs.threshold, 2)}
        onChange={(threshold) => onTurn({ ...knobs, threshold })}
      />
      <Slider
        {...range}
        label={t('lab.colour')}
        step={0.05}
        value={knobs.colour}
        shown={number(knobs.colour, 2)}
        disabled={knobs.words === 1}
        onChange={(colour) => onTurn({ ...knobs, colour })}
      />
      <Slider
        {...range}
        label={t('lab.words')}
        step={0.05}
        value={knobs.words}
        shown={number(knobs.words, 2)}
        onChange={(words) => onTurn({ ...knobs, words })}
      />
    </>
  );
};
