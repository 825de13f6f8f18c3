import { useText } from '../../texts/text-context.tsx';
import { Input } from '../forms/input.tsx';
import type { Bounds } from './facet-values.ts';

type FacetRangeProps = {
  name: string;
  range: { readonly min: number; readonly max: number };
  chosen: Bounds;
  onChange: (bounds: Bounds) => void;
};

const readNumber = (text: string): number | undefined => (text === '' ? undefined : Number(text));

const toBounds = (min: number | undefined, max: number | undefined): Bounds => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});

/** Two number fields rather than a slider with two handles: exact, and the same on every device. */
export const FacetRange = ({ name, range, chosen, onChange }: FacetRangeProps) => {
  const { t, number } = useText();
  return (
    <>
      <p className="mb-2 text-sm text-muted">
        {t('facet.range', { min: number(range.min, 2), max: number(range.max, 2) })}
      </p>
      <div className="grid grid-cols-2 gap-2">
        <Input
          type="number"
          aria-label={t('facet.min', { name })}
          placeholder={String(Math.floor(range.min))}
          defaultValue={chosen.min}
          onBlur={(event) => onChange(toBounds(readNumber(event.target.value), chosen.max))}
        />
        <Input
          type="number"
          aria-label={t('facet.max', { name })}
          placeholder={String(Math.ceil(range.max))}
          defaultValue={chosen.max}
          onBlur={(event) => onChange(toBounds(chosen.min, readNumber(event.target.value)))}
        />
      </div>
    </>
  );
};
