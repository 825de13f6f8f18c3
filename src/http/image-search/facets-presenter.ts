import type { ArrangedFacet } from '../../operations/facets/arrange-facets.ts';
import type { AnswerWriter } from './answer-writer.ts';

/* `filters` of an answer, as JSON text: it has hundreds of values. The tests compare it with `JSON.stringify`. */

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
  writer.text(`"name":${JSON.stringify(name)},"displayName":${JSON.stringify(displayName)}`);
  writer.text(`,"dataType":"${dataType}","type":"${kind}","order":${order},"count":${count},"ranges":`);
  writer.text(facet.kind === 'range' ? presentRange(facet) : 'null').text(',"values":');
  if (facet.kind === 'range') writer.text('null');
  else writeValues(writer, facet);
  writer.text(disabled ? ',"disabled":true}' : ',"disabled":false}');
};

const presentRange = ({ min, max, filteredMin, filteredMax }: Extract<ArrangedFacet, { kind: 'range' }>) =>
  `[${JSON.stringify({ min, max, filteredMin, filteredMax })}]`;

const writeValues = (writer: AnswerWriter, { values }: Extract<ArrangedFacet, { kind: 'value' }>): void => {
  let start = '[{"count":';
  for (const { count, name } of values) {
    writer.text(start).whole(count).text(',"name":').quoted(name);
    start = count === 0 ? ',"disabled":true},{"count":' : ',"disabled":false},{"count":';
  }
  writer.text(values.length === 0 ? 'null' : `,"disabled":${values.at(-1)?.count === 0}}]`);
};
