import type { Field, LabelField } from '../../../domain/dataset.ts';
import type { FieldValue, Product } from '../../../domain/product.ts';

/** A field whose values say which products belong together. */
export type UsedField = LabelField & {
  /**
   * False: it was declared beside the first, so the map is trained on it and results are judged by it, too. True: found
   * by inspection; the map is trained on it only where the first field wins by that.
   */
  readonly isTrial: boolean;
};

export type Labels = {
  /** The first says most; none: nothing says what belongs together. */
  readonly fields: readonly UsedField[];
  readonly isDeclared: boolean;
  /** One for each of `fields`. */
  readonly labelsOf: (product: Product) => readonly (string | null)[];
};

const labelDefaults = {
  /** Share of the products that must have a value. */
  coverage: 0.5,
  /** Products for each value on average: names and codes have about one. */
  productsPerValue: 4,
  /** Further fields that are tried beside the first, and their weight. */
  trials: 2,
  trialWeight: 0.3,
} as const;

/** Of several category paths the first of the deepest, as for "same as source"; of a list its first entry. */
const readLabel = (field: Field, value: FieldValue | undefined): string | null => {
  if (value === undefined) return null;
  const texts = (typeof value === 'object' ? value : [value]).map(String).filter((text) => text !== '');
  if (field.type !== 'path') return texts[0] ?? null;
  const depth = (path: string): number => path.split('/').length;
  return texts.sort((a, b) => depth(b) - depth(a))[0] ?? null;
};

const isFacet = ({ facetable, type }: Field): boolean => facetable && ['path', 'text'].includes(type);

/** Which values the fields have that can be labels; products are added one by one. */
export const createLabelCounter = (fields: readonly Field[]) => {
  const counts = new Map(
    fields.filter(isFacet).map((field) => [field, { carriers: 0, values: new Set<string>() }]),
  );
  let products = 0;
  return {
    add: (product: Product): void => {
      products += 1;
      for (const [field, count] of counts) {
        const label = readLabel(field, product.fields[field.name]);
        if (label === null) continue;
        count.carriers += 1;
        count.values.add(label);
      }
    },
    /** Most products have a value, and values repeat. */
    isTelling: (field: Field): boolean => {
      const { carriers = 0, values = new Set() } = counts.get(field) ?? {};
      return (
        carriers >= products * labelDefaults.coverage &&
        values.size >= 2 &&
        carriers >= values.size * labelDefaults.productsPerValue
      );
    },
  };
};

export type LabelCounter = ReturnType<typeof createLabelCounter>;

type Chosen = { readonly field: Field; readonly weight: number; readonly isTrial: boolean };

export const isColourField = (name: string): boolean => /colou?r|farbe|couleur|kleur|colore/i.test(name);

/**
 * Category paths first, then other facets, in the order of the mapping. The colour is the first that is tried beside a kind; alone it
 * says which products belong together only where nothing else does.
 */
const inspectFields = (counter: LabelCounter, fields: readonly Field[]): Chosen[] => {
  const rank = ({ type, name }: Field): number => (type === 'path' ? 0 : isColourField(name) ? 1 : 2);
  const telling = fields
    .filter((field) => isFacet(field) && counter.isTelling(field))
    .sort((a, b) => rank(a) - rank(b));
  const first = telling.find((field) => rank(field) !== 1) ?? telling[0];
  return (first === undefined ? [] : [first, ...telling.filter((field) => field !== first)])
    .slice(0, 1 + labelDefaults.trials)
    .map((field, at) => ({ field, weight: at === 0 ? 1 : labelDefaults.trialWeight, isTrial: at > 0 }));
};

/** Fields that the catalogue does not have (any more) are left out; the heaviest is the first. */
const findDeclared = (fields: readonly Field[], declared: readonly LabelField[]): Chosen[] =>
  declared
    .flatMap(({ field: name, weight }) => {
      const field = fields.find((each) => each.name === name);
      return field === undefined || weight <= 0 ? [] : [{ field, weight, isTrial: false }];
    })
    .sort((a, b) => b.weight - a.weight);

/**
 * What an operator declared, or else what inspection finds: the first field that most products have, with few enough
 * values, and two more to try beside it.
 */
export const chooseLabels = (
  counter: LabelCounter,
  fields: readonly Field[],
  declared: readonly LabelField[] = [],
): Labels => {
  const named = findDeclared(fields, declared);
  const chosen = named.length > 0 ? named : inspectFields(counter, fields);
  const heaviest = chosen[0]?.weight ?? 1;
  return {
    isDeclared: named.length > 0,
    fields: chosen.map((each) => ({ ...each, field: each.field.name, weight: each.weight / heaviest })),
    labelsOf: ({ fields: values }) => chosen.map(({ field }) => readLabel(field, values[field.name])),
  };
};
