import { closestNames } from '../../declare/check/issues.ts';
import { createFieldFinder, type FoundFields, type KnownField } from '../../ingest/mapping/known-fields.ts';
import { isSaleColumn, usualNames } from '../../ingest/mapping/roles.ts';
import { flattenItem, type RawItem, valueFault } from './items.ts';

/** What happens to a field that the dataset does not know. */
export type UnknownFields = 'refuse' | 'warn';

/** A value of an item with what its name means; no fields: a part of a sale. */
export type NamedValue = FoundFields & { readonly given: string; readonly value: unknown };

export type NamedItem = { readonly named: readonly NamedValue[]; readonly warnings: readonly string[] };

export type ItemNaming = ReturnType<typeof createItemNaming>;

/** Finds what the names of items mean. Throws for a name that the dataset does not know, unless it was asked to warn. */
export const createItemNaming = (known: readonly KnownField[], unknownFields: UnknownFields) => {
  const find = createFieldFinder(known);
  const names = known.flatMap(({ name, from }) => (name === from ? [name] : [name, from]));

  const findOrRefuse = (given: string, ownNames: ReadonlySet<string>): FoundFields | null => {
    const found = find(given);
    if (found !== null && 'column' in found)
      throw valueFault(
        given,
        `means two things: the column of "${found.column.name}", and the field that is read from "${found.named.from}"`,
        `Send "${found.column.name}" or "${found.named.from}".`,
      );
    if (found !== null) return found;
    if (isSaleColumn(given)) return { fields: [], isColumn: true };
    return ownNames.has(given) ? asItIs(given) : null;
  };

  return {
    /** The value that names the product; undefined when there is none. */
    identify: (item: RawItem): unknown => {
      for (const [given, value] of flattenItem(item)) {
        const found = find(given);
        if (found !== null && 'fields' in found && found.fields.some(({ name }) => name === 'identifier'))
          return value;
      }
      return undefined;
    },
    /** `ownNames`: fields that the product has already, though the dataset compares nothing by them. */
    name: (item: RawItem, ownNames: ReadonlySet<string> = new Set()): NamedItem => {
      const named: NamedValue[] = [];
      const warnings: string[] = [];
      for (const [given, value] of flattenItem(item)) {
        if (given.toLowerCase() === 'timestamp') continue;
        const found = findOrRefuse(given, ownNames);
        if (found === null && (unknownFields === 'refuse' || given in Object.prototype))
          throw valueFault(given, 'is no field of this dataset', describeNearest(given, names, refusalStep));
        if (found === null) warnings.push(describeWarning(given, names));
        named.push({ given, value, ...(found ?? asItIs(given)) });
      }
      return { named, warnings };
    },
  };
};

const asItIs = (name: string): FoundFields => ({
  fields: [{ name, from: name, type: null }],
  isColumn: false,
});

const refusalStep = 'With ?unknownFields=warn it is accepted into the record.';

const describeWarning = (given: string, names: readonly string[]): string =>
  [
    `${given.slice(0, 100)}: is no field of this dataset.`,
    describeNearest(given, names, 'It is in the record only: neither filters nor searches use it.'),
  ].join(' ');

const describeNearest = (given: string, names: readonly string[], end: string): string => {
  const nearest = [...new Set(closestNames(given, [...names, ...usualNames], 3))];
  const meant = nearest.length > 0 ? `Did you mean ${joinNames(nearest)}?` : `Known: ${listSome(names)}.`;
  return `${meant} ${end}`;
};

const joinNames = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(' or ');

const listSome = (names: readonly string[]): string =>
  names.slice(0, 20).join(', ') + (names.length > 20 ? ', …' : '');
