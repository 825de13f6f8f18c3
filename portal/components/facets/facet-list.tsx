import { useText } from '../../texts/text-context.tsx';
import { Button } from '../buttons/button.tsx';
import { Checkbox } from '../forms/checkbox.tsx';
import { FacetRange, type Bounds } from './facet-range.tsx';

/** The Filter of the image search response. */
export type WireFacet = {
  readonly name: string | null;
  readonly displayName: string | null;
  readonly type: 'range' | 'value';
  readonly count: number;
  readonly ranges: readonly { readonly min: number; readonly max: number }[] | null;
  readonly values:
    | readonly { readonly name: string | null; readonly count: number | null; readonly disabled: boolean }[]
    | null;
};

/** Chosen values and bounds by field. */
export type FacetSelection = Readonly<
  Record<string, { readonly values?: readonly string[]; readonly bounds?: Bounds }>
>;

const maxVisibleValues = 8;

const toggleValue = (values: readonly string[], value: string): string[] =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value];

/** Where `Shoes` is listed too, `Shoes/Boots` is a subcategory and is shown as `Shoes › Boots`. */
const formatValue = (values: NonNullable<WireFacet['values']>, text: string): string => {
  const parent = text.slice(0, Math.max(0, text.lastIndexOf('/')));
  return values.some(({ name }) => name === parent && parent !== '') ? text.replaceAll('/', ' › ') : text;
};

const ValueFacet = ({
  facet,
  chosen,
  onChange,
}: {
  facet: WireFacet;
  chosen: readonly string[];
  onChange: (values: string[]) => void;
}) => {
  const { t, number } = useText();
  const values = facet.values ?? [];
  const list = (part: typeof values) =>
    part.map(({ name, count, disabled }) => {
      const text = name ?? '';
      return (
        <Checkbox
          key={text}
          checked={chosen.includes(text)}
          disabled={disabled && !chosen.includes(text)}
          onChange={() => onChange(toggleValue(chosen, text))}
          label={
            <span className="flex gap-2">
              <span className="wrap-anywhere">{formatValue(values, text)}</span>
              <span className="text-muted">{number(count ?? 0)}</span>
            </span>
          }
        />
      );
    });
  return (
    <>
      {list(values.slice(0, maxVisibleValues))}
      {values.length > maxVisibleValues && (
        <details>
          <summary className="inline-flex min-h-6 items-center text-sm text-accent-ink hover:underline">
            {t('common.more')}
          </summary>
          {list(values.slice(maxVisibleValues))}
        </details>
      )}
    </>
  );
};

/** Choosing a value here calls the real operation again. */
export const FacetList = ({
  facets,
  chosen,
  onChange,
}: {
  facets: readonly WireFacet[];
  chosen: FacetSelection;
  onChange: (chosen: FacetSelection) => void;
}) => {
  const { t } = useText();
  if (facets.length === 0) return <p className="text-sm text-muted">{t('facet.none')}</p>;
  return (
    <div className="flex flex-col gap-5">
      {Object.keys(chosen).length > 0 && (
        <Button size="small" onClick={() => onChange({})}>
          {t('facet.clear')}
        </Button>
      )}
      {facets.map((facet) => {
        const field = facet.name ?? '';
        const name = facet.displayName ?? field;
        return (
          <fieldset key={field} className="min-w-0">
            <legend className="mb-1 text-sm font-semibold">{name}</legend>
            {facet.type === 'value' ? (
              <ValueFacet
                facet={facet}
                chosen={chosen[field]?.values ?? []}
                onChange={(values) => {
                  const { [field]: _, ...rest } = chosen;
                  onChange(values.length > 0 ? { ...rest, [field]: { values } } : rest);
                }}
              />
            ) : (
              <FacetRange
                name={name}
                range={facet.ranges?.[0] ?? { min: 0, max: 0 }}
                chosen={chosen[field]?.bounds ?? {}}
                onChange={(bounds) => onChange({ ...chosen, [field]: { bounds } })}
              />
            )}
          </fieldset>
        );
      })}
    </div>
  );
};
