import type { Facet } from '../model/answer.ts';
import type { FacetChoice } from './facet-choice.ts';
import type { FacetTexts } from './facet-texts.ts';
import type { PartContext } from './part.ts';

export type PanelContext = PartContext & { readonly texts: FacetTexts };

/** A flag shows a word. */
const describeValue = (value: string, dataType: string | null | undefined, texts: FacetTexts): string => {
  if (dataType !== 'boolean') return value;
  return value === 'true' ? texts.yes : texts.no;
};

const createValues = (
  facet: Facet,
  choice: FacetChoice | undefined,
  context: PanelContext,
  change: (choice: FacetChoice) => void,
): HTMLElement[] => {
  const chosen = new Set(choice?.kind === 'values' ? choice.values : []);
  return (facet.values ?? []).flatMap(({ name, count, disabled }) => {
    if (!name) return [];
    const box = context.create('input', 'facet-value', [], {
      type: 'checkbox',
      'data-focus': `${facet.name} ${name}`,
    });
    if (!(box instanceof HTMLInputElement)) return [];
    box.checked = chosen.has(name);
    box.disabled = disabled === true && !box.checked;
    box.addEventListener('change', () => {
      if (box.checked) chosen.add(name);
      else chosen.delete(name);
      change({ kind: 'values', values: [...chosen], isBare: facet.dataType === 'boolean' });
    });
    const label = describeValue(name, facet.dataType, context.texts);
    const number = context.create('span', 'facet-count', [count?.toLocaleString(context.language) ?? '']);
    return [context.create('label', 'facet-label', [box, label, number])];
  });
};

/** An empty field is an open bound. A bound that is not a number is one too. */
const readBound = (input: HTMLInputElement): number | null =>
  input.value.trim() === '' || !Number.isFinite(input.valueAsNumber) ? null : input.valueAsNumber;

const createRange = (
  facet: Facet,
  choice: FacetChoice | undefined,
  { create, texts }: PanelContext,
  change: (choice: FacetChoice) => void,
): HTMLElement[] => {
  const range = facet.ranges?.[0];
  if (!range) return [];
  const chosen = choice?.kind === 'range' ? choice : { min: null, max: null };
  const inputs = (['min', 'max'] as const).flatMap((side) => {
    const input = create('input', 'facet-bound', [], {
      type: 'number',
      step: 'any',
      placeholder: String(range[side]),
      'data-focus': `${facet.name} ${side}`,
    });
    return input instanceof HTMLInputElement ? [{ side, input }] : [];
  });
  return inputs.map(({ side, input }) => {
    input.value = chosen[side] === null ? '' : String(chosen[side]);
    input.addEventListener('change', () => {
      const [min = null, max = null] = inputs.map((each) => readBound(each.input));
      change({ kind: 'range', min, max });
    });
    return create('label', 'facet-label', [side === 'min' ? texts.from : texts.to, input]);
  });
};

/** The controls of one facet; empty when it offers nothing. */
export const createControls = (
  facet: Facet,
  choice: FacetChoice | undefined,
  context: PanelContext,
  change: (choice: FacetChoice) => void,
): HTMLElement[] =>
  facet.type === 'range'
    ? createRange(facet, choice, context, change)
    : createValues(facet, choice, context, change);
