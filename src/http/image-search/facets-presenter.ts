import type { ArrangedFacet } from '../../operations/facets/arrange-facets.ts';

/*
 * `filters` of an answer, as JSON text. It has hundreds of values, most of them in many answers: written by hand, with
 * quoted names kept, it takes a third of the time of `JSON.stringify`. The tests compare both.
 */

const quotedNames = new Map<string, string>();
const maximumQuoted = 50_000;

const quote = (name: string): string => {
  const known = quotedNames.get(name);
  if (known !== undefined) return known;
  if (quotedNames.size >= maximumQuoted) quotedNames.clear();
  const quoted = JSON.stringify(name);
  quotedNames.set(name, quoted);
  return quoted;
};

/** A JSON array of `Filter`; null for none. */
export const presentFacets = (facets: readonly ArrangedFacet[]): string =>
  facets.length === 0 ? 'null' : `[${facets.map(presentFacet).join(',')}]`;

const presentFacet = (facet: ArrangedFacet, order: number): string => {
  const { name, displayName, dataType, kind, count, disabled } = facet;
  const names = `"name":${quote(name)},"displayName":${quote(displayName)}`;
  const ranges = facet.kind === 'range' ? presentRange(facet) : 'null';
  const values = facet.kind === 'value' ? presentValues(facet) : 'null';
  return `{${names},"dataType":"${dataType}","type":"${kind}","order":${order},"count":${count},"ranges":${ranges},"values":${values},"disabled":${disabled}}`;
};

const presentRange = ({ min, max, filteredMin, filteredMax }: Extract<ArrangedFacet, { kind: 'range' }>) =>
  `[${JSON.stringify({ min, max, filteredMin, filteredMax })}]`;

const presentValues = ({ values }: Extract<ArrangedFacet, { kind: 'value' }>): string => {
  if (values.length === 0) return 'null';
  let text = '';
  for (const { count, name } of values) {
    const start = text === '' ? '[{"count":' : ',{"count":';
    text +=
      count === 0 ? `${start}0,"name":${quote(name)},"disabled":true}` : start + count + describeFound(name);
  }
  return `${text}]`;
};

const foundValues = new Map<string, string>();

/** What follows the count of a value that leads to results. */
const describeFound = (name: string): string => {
  const known = foundValues.get(name);
  if (known !== undefined) return known;
  if (foundValues.size >= maximumQuoted) foundValues.clear();
  const text = `,"name":${JSON.stringify(name)},"disabled":false}`;
  foundValues.set(name, text);
  return text;
};
