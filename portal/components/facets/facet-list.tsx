import { useText } from '../../texts/text-context.tsx';
import { Button } from '../buttons/button.tsx';
import { Checkbox } from '../forms/checkbox.tsx';
import { FacetRange } from './facet-range.tsx';
import {
  describeBoolean,
  type FacetSelection,
  selectValues,
  splitFacets,
  toggleValue,
  type WireFacet,
} from './facet-values.ts';
import { Swatch } from './swatch.tsx';
import { arrangeTree } from './value-tree.ts';

const maxVisibleValues = 8;
/** More facets than these make the list longer than the results beside it. */
const maxVisibleFacets = 6;

const moreClass = 'inline-flex min-h-6 items-center text-sm text-accent-ink hover:underline';

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
  const words = { yes: t('facet.yes'), no: t('facet.no') };
  const values = facet.values ?? [];
  const tree = arrangeTree(values);
  const list = (part: typeof tree) =>
    part.map(({ value: { name, count, disabled }, label, above, depth }) => {
      const text = name ?? '';
      return (
        <div key={text} style={{ paddingInlineStart: `${depth * 1.25}rem` }}>
          <Checkbox
            checked={chosen.includes(text)}
            disabled={disabled && !chosen.includes(text)}
            onChange={() => onChange(toggleValue(chosen, text))}
            label={
              <span className="flex items-center gap-2">
                <Swatch field={facet.name ?? ''} value={text} />
                <span className="wrap-anywhere">
                  {above && <span className="sr-only">{above}</span>}
                  {describeBoolean(values, text, words) ?? label}
                </span>
                <span className="text-muted">{number(count ?? 0)}</span>
              </span>
            }
          />
        </div>
      );
    });
  return (
    <>
      {list(tree.slice(0, maxVisibleValues))}
      {values.length > maxVisibleValues && (
        <details>
          <summary className={moreClass}>{t('common.more')}</summary>
          {list(tree.slice(maxVisibleValues))}
        </details>
      )}
    </>
  );
};

type FacetListProps = {
  facets: readonly WireFacet[];
  chosen: FacetSelection;
  onChange: (chosen: FacetSelection) => void;
};

const Facet = ({ facet, chosen, onChange }: Omit<FacetListProps, 'facets'> & { facet: WireFacet }) => {
  const field = facet.name ?? '';
  const name = facet.displayName ?? field;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{name}</legend>
      {facet.type === 'value' ? (
        <ValueFacet
          facet={facet}
          chosen={chosen[field]?.values ?? []}
          onChange={(values) => onChange(selectValues(chosen, field, values))}
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
};

/** Choosing a value here calls the real operation again. */
export const FacetList = ({ facets, chosen, onChange }: FacetListProps) => {
  const { t } = useText();
  if (facets.length === 0) return <p className="text-sm text-muted">{t('facet.none')}</p>;
  const { shown, folded } = splitFacets(facets, chosen, maxVisibleFacets);
  const list = (part: readonly WireFacet[]) =>
    part.map((facet) => <Facet key={facet.name} facet={facet} chosen={chosen} onChange={onChange} />);
  return (
    <div className="flex flex-col gap-5">
      {Object.keys(chosen).length > 0 && (
        <Button size="small" onClick={() => onChange({})}>
          {t('facet.clear')}
        </Button>
      )}
      {list(shown)}
      {folded.length > 0 && (
        <details>
          <summary className={moreClass}>{t('facet.more', { count: folded.length })}</summary>
          <div className="mt-4 flex flex-col gap-5">{list(folded)}</div>
        </details>
      )}
    </div>
  );
};
