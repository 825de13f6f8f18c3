import { countOf, type Names, type PackedValues, placeOf } from '../../domain/packed-values.ts';
import type { ArrangedFacet } from '../../operations/facets/arrange-facets.ts';
import type { AnswerWriter } from './answer-writer.ts';

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
export const writeFacets = (writer: AnswerWriter, facets: readonly ArrangedFacet[]): void => {
  if (facets.length === 0) writer.text('null');
  for (const [order, facet] of facets.entries()) {
    writer.text(order === 0 ? '[{' : ',{');
    writeFacet(writer, facet, order);
  }
  if (facets.length > 0) writer.text(']');
};

const writeFacet = (writer: AnswerWriter, facet: ArrangedFacet, order: number): void => {
  const { name, displayName, dataType, kind, count, disabled } = facet;
  const names = `"name":${quote(name)},"displayName":${quote(displayName)}`;
  const ranges = facet.kind === 'range' ? presentRange(facet) : 'null';
  writer.text(
    `${names},"dataType":"${dataType}","type":"${kind}","order":${order},"count":${count},"ranges":${ranges},"values":`,
  );
  if (facet.kind === 'range') writer.text('null');
  else if (facet.packed === undefined) writer.text(presentValues(facet));
  else writePackedValues(writer, facet.packed);
  writer.text(disabled ? ',"disabled":true}' : ',"disabled":false}');
};

const presentRange = ({ min, max, filteredMin, filteredMax }: Extract<ArrangedFacet, { kind: 'range' }>) =>
  `[${JSON.stringify({ min, max, filteredMin, filteredMax })}]`;

const presentValues = ({ values }: Extract<ArrangedFacet, { kind: 'value' }>): string => {
  if (values.length === 0) return 'null';
  let text = '';
  for (const { count, name } of values)
    text += `${text === '' ? '[' : ','}{"count":${count},"name":${quote(name)},"disabled":${count === 0}}`;
  return `${text}]`;
};

const nextValue = ',{"count":';

/** By the list of names: what stands between the count of a value and that of the next one, by its place. */
const knownEnds = new WeakMap<Names, Map<number, Uint8Array>>();

const findEnds = (names: Names): Map<number, Uint8Array> => {
  const known = knownEnds.get(names);
  if (known !== undefined && known.size < maximumQuoted) return known;
  const ends = new Map<number, Uint8Array>();
  knownEnds.set(names, ends);
  return ends;
};

const describeEnd = (name: string): Uint8Array =>
  new Uint8Array(Buffer.from(`,"name":${JSON.stringify(name)},"disabled":false}${nextValue}`));

/** Each of these values leads to results. */
const writePackedValues = (writer: AnswerWriter, { names, words, start, end }: PackedValues): void => {
  const ends = findEnds(names);
  writer.text('[{"count":');
  for (let at = start; at < end; at += 1) {
    const word = words[at] ?? 0;
    const place = placeOf(word);
    let rest = ends.get(place);
    if (rest === undefined) ends.set(place, (rest = describeEnd(names.at(place))));
    writer.whole(countOf(word)).bytes(rest);
  }
  writer.takeBack(nextValue.length).text(']');
};
